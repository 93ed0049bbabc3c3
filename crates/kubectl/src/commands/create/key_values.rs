//! Data for config maps and secrets from literals and files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cobra::{Flag, Flags, Io};

use crate::CommandError;

/// Where the data come from.
pub(super) const DATA_FLAGS: &[Flag] = &[
    Flag::string_slice("from-env-file", "File with lines of key=val pairs."),
    Flag::string_slice(
        "from-file",
        "File whose content is a value, under its own name or as key=path; or a folder of such files.",
    ),
    Flag::string_array("from-literal", "Key and value, as mykey=somevalue."),
];

/// What the data are for, which complaints about keys name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Holder<'a> {
    /// A config map of that name.
    ConfigMap(&'a str),
    /// A secret.
    Secret,
}

/// Keys and values so far.
struct Collected<'a> {
    holder: Holder<'a>,
    data: BTreeMap<String, Vec<u8>>,
}

impl Collected<'_> {
    fn insert(&mut self, key: &str, value: Vec<u8>) -> Result<(), CommandError> {
        let faults = apimachinery::validation::is_config_map_key(key).join(";");
        if !faults.is_empty() {
            return Err(CommandError::told(match self.holder {
                Holder::ConfigMap(_) => {
                    format!("{key:?} is not a valid key name for a ConfigMap: {faults}")
                }
                Holder::Secret => format!("{key:?} is not valid key name for a Secret {faults}"),
            }));
        }
        if self.data.insert(key.to_owned(), value).is_some() {
            let there = "another key by that name already exists";
            return Err(CommandError::told(match self.holder {
                Holder::ConfigMap(name) => {
                    format!("cannot add key {key:?}, {there} in Data for ConfigMap {name:?}")
                }
                Holder::Secret => format!("cannot add key {key}, {there}"),
            }));
        }
        Ok(())
    }
}

/// Reads the keys and values that the flags name.
pub(super) fn read(
    flags: &Flags,
    holder: Holder<'_>,
    io: &Io<'_>,
) -> Result<BTreeMap<String, Vec<u8>>, CommandError> {
    let mut data = Collected {
        holder,
        data: BTreeMap::new(),
    };
    for literal in flags.strings("from-literal") {
        let Some((key, value)) = literal.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            return Err(CommandError::told(format!(
                "invalid literal source {literal}, expected key=value"
            )));
        };
        data.insert(key, unquoted(value).as_bytes().to_vec())?;
    }
    for source in flags.strings("from-file") {
        from_file(source, io, &mut data)?;
    }
    for file in flags.strings("from-env-file") {
        from_env_file(file, io, &mut data)?;
    }
    Ok(data.data)
}

/// Reads what one value of `--from-file` of a secret names.
pub(super) fn of_file(
    source: &str,
    io: &Io<'_>,
) -> Result<BTreeMap<String, Vec<u8>>, CommandError> {
    let mut data = Collected {
        holder: Holder::Secret,
        data: BTreeMap::new(),
    };
    from_file(source, io, &mut data)?;
    Ok(data.data)
}

fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(inner) = value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
        {
            return inner;
        }
    }
    value
}

fn from_file(source: &str, io: &Io<'_>, data: &mut Collected<'_>) -> Result<(), CommandError> {
    let (key, path) = match source.split_once('=') {
        Some(("", _)) => {
            return Err(CommandError::told(format!(
                "key name for file path {} missing",
                &source[1..]
            )));
        }
        Some((_, "")) => {
            return Err(CommandError::told(format!(
                "file path for key name {} missing",
                source.trim_end_matches('=')
            )));
        }
        Some((key, path)) => (Some(key), path),
        None => (None, source),
    };
    let full = io.resolve(path);
    let metadata = fs::metadata(&full).map_err(|error| reading(path, &error))?;
    if !metadata.is_dir() {
        let base = Path::new(path)
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let content = fs::read(&full).map_err(|error| reading(path, &error))?;
        return data.insert(key.unwrap_or(&base), content);
    }
    if key.is_some() {
        return Err(CommandError::told(
            "cannot give a key name for a directory path",
        ));
    }
    let mut files: Vec<_> = fs::read_dir(&full)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        if file.file_type()?.is_file() {
            data.insert(&file.file_name().to_string_lossy(), fs::read(file.path())?)?;
        }
    }
    Ok(())
}

fn from_env_file(file: &str, io: &Io<'_>, data: &mut Collected<'_>) -> Result<(), CommandError> {
    let text = fs::read_to_string(io.resolve(file)).map_err(|error| reading(file, &error))?;
    for line in text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
    {
        let (key, value) = match line.split_once('=') {
            Some((key, value)) => (key, value.to_owned()),
            None => (line, io.env.get(line).unwrap_or_default().to_owned()),
        };
        data.insert(key, value.into_bytes())?;
    }
    Ok(())
}

fn reading(path: &str, error: &std::io::Error) -> CommandError {
    CommandError::told(format!("error reading {path}: {}", reason(error)))
}

/// Why a file cannot be read, in Go's words.
pub(super) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        _ => error.to_string(),
    }
}
