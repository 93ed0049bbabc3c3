//! Keys and values for generated ConfigMaps and Secrets.

use std::collections::BTreeMap;

use crate::error::{Context, Error, ErrorKind, Result};
use crate::kustomization::GeneratorArgs;
use crate::loader::Loader;

fn error(text: impl Into<String>) -> Error {
    Error::new(ErrorKind::Generate, text)
}

/// Collects the pairs of all sources: files of variables, then literals, then files. Values are bytes.
pub(crate) fn load(loader: &Loader<'_>, args: &GeneratorArgs) -> Result<BTreeMap<String, Vec<u8>>> {
    let envs =
        env_files(loader, &args.envs).context(format!("env source files: {}", list(&args.envs)));
    let literals =
        || literals(&args.literals).context(format!("literal sources {}", list(&args.literals)));
    let files =
        || files(loader, &args.files).context(format!("file sources: {}", list(&args.files)));
    let all = envs
        .and_then(|envs| Ok([envs, literals()?, files()?]))
        .context("loading KV pairs")?;
    let mut pairs = BTreeMap::new();
    for (key, value) in all.into_iter().flatten() {
        if pairs.contains_key(&key) {
            return Err(error(format!(
                "configmap {} illegally repeats the key `{key}`",
                args.name
            )));
        }
        pairs.insert(key, value);
    }
    Ok(pairs)
}

type Pair = (String, Vec<u8>);

fn list(sources: &[String]) -> String {
    format!("[{}]", sources.join(" "))
}

fn literals(sources: &[String]) -> Result<Vec<Pair>> {
    sources.iter().map(|source| literal(source)).collect()
}

fn literal(source: &str) -> Result<Pair> {
    match source.split_once('=') {
        Some((key, value)) if !key.is_empty() => {
            Ok((key.to_owned(), unquoted(value).as_bytes().to_vec()))
        }
        _ => Err(error(format!(
            "invalid literal source {source}, expected key=value"
        ))),
    }
}

/// Takes one pair of quotes off.
fn unquoted(value: &str) -> &str {
    let inside = |quote: char| {
        value
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

fn files(loader: &Loader<'_>, sources: &[String]) -> Result<Vec<Pair>> {
    sources.iter().map(|source| file(loader, source)).collect()
}

fn file(loader: &Loader<'_>, source: &str) -> Result<Pair> {
    let (key, path) = match source.split('=').collect::<Vec<_>>()[..] {
        [path] => (base_name(path), path),
        ["", path] => {
            return Err(error(format!(
                "missing key name for file path {path:?} in source {source:?}"
            )));
        }
        [key, ""] => {
            return Err(error(format!(
                "missing file path for key name {key:?} in source {source:?}"
            )));
        }
        [key, path] => (key, path),
        _ => {
            return Err(error(format!(
                "source {source:?} key name or file path contains '='"
            )));
        }
    };
    Ok((key.to_owned(), loader.load(path)?))
}

fn base_name(path: &str) -> &str {
    path.trim_end_matches('/')
        .rsplit('/')
        .next()
        .unwrap_or(path)
}

fn env_files(loader: &Loader<'_>, paths: &[String]) -> Result<Vec<Pair>> {
    let mut pairs = Vec::new();
    for path in paths.iter().filter(|path| !path.is_empty()) {
        let content = loader.load(path)?;
        for (index, line) in lines(&content).enumerate() {
            pairs.extend(env_line(line, index == 0)?);
        }
    }
    Ok(pairs)
}

fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let content = content.strip_suffix(b"\n").unwrap_or(content);
    let lines = (!content.is_empty()).then(|| content.split(|byte| *byte == b'\n'));
    lines
        .into_iter()
        .flatten()
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
}

/// Reads `KEY=value`; comments, blank lines and lines without a key give nothing, a missing `=` an empty value.
fn env_line(line: &[u8], first: bool) -> Result<Option<Pair>> {
    let Ok(text) = std::str::from_utf8(line) else {
        let bytes: Vec<_> = line.iter().map(u8::to_string).collect();
        let shown = String::from_utf8_lossy(line);
        return Err(error(format!(
            "line [{}] has invalid utf8 bytes : {shown}",
            bytes.join(" ")
        )));
    };
    let text = if first {
        text.strip_prefix('\u{feff}').unwrap_or(text)
    } else {
        text
    };
    let text = text.trim_start();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let (key, value) = text.split_once('=').unwrap_or((text, ""));
    let pair = (key.to_owned(), value.as_bytes().to_vec());
    Ok(Some(pair).filter(|(key, _)| !key.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::{env_line, lines, literal};

    #[test]
    fn a_pair_of_quotes_is_taken_off() {
        for (source, value) in [
            ("k=v", "v"),
            ("k='v'", "v"),
            ("k=\"a'b\"", "a'b"),
            ("k='v", "'v"),
            ("k=a=b", "a=b"),
            ("k=", ""),
        ] {
            assert_eq!(
                literal(source).expect(source),
                ("k".to_owned(), value.as_bytes().to_vec())
            );
        }
        assert!(literal("=v").is_err() && literal("v").is_err());
    }

    #[test]
    fn lines_of_variables() {
        let line = |text: &str| env_line(text.as_bytes(), true).expect("UTF-8");
        assert_eq!(line("\u{feff}A=1"), Some(("A".into(), b"1".to_vec())));
        assert_eq!(
            line("  A b= \"x\" "),
            Some(("A b".into(), b" \"x\" ".to_vec()))
        );
        assert_eq!((line("# c"), line("   "), line(" =v")), (None, None, None));
        assert_eq!(
            lines(b"a\r\n\nb\n").collect::<Vec<_>>(),
            [b"a".as_slice(), b"", b"b"]
        );
    }
}
