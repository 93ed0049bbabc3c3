//! Flags that set values.

use std::io::Read;

use chart::{Values, ValuesError};
use cobra::{Failure, Flag, Flags, Io};

use crate::explain;
use crate::failure::go_io;

pub(crate) const VALUES: &[Flag] = &[
    Flag::string_slice(
        "values",
        "file with values; can be repeated, the last one wins",
    )
    .short('f'),
    Flag::string_array("set", "set values: key1=val1,key2=val2"),
    Flag::string_array(
        "set-file",
        "set values to the contents of files: key1=path1,key2=path2",
    ),
    Flag::string_array(
        "set-json",
        "set values from JSON: key1=json1,key2=json2, or an object",
    ),
    Flag::string_array("set-literal", "set a value to the text as it is: key=text"),
    Flag::string_array(
        "set-string",
        "set values that are strings: key1=val1,key2=val2",
    ),
];

/// Merges all sources of values, kind by kind: files, JSON, typed values, strings, contents of files, literals.
pub(crate) fn merge_values(flags: &Flags, io: &mut Io<'_>) -> Result<Values, Failure> {
    let mut values = Values::new();
    for file in flags.strings("values") {
        let text = read(file, io).map_err(Failure::new)?;
        values
            .add_file(&text)
            .map_err(|error| unparsable(file, &text, &error))?;
    }
    for text in flags.strings("set-json") {
        values.set_json(text)?;
    }
    for text in flags.strings("set") {
        values.set(text)?;
    }
    for text in flags.strings("set-string") {
        values.set_string(text)?;
    }
    let cwd = io.cwd.clone();
    for text in flags.strings("set-file") {
        values.set_file(text, &|file| {
            std::fs::read(cwd.join(file)).map_err(|error| go_io("open", file, &error))
        })?;
    }
    for text in flags.strings("set-literal") {
        values.set_literal(text)?;
    }
    Ok(values)
}

/// The failure of a file that holds no values, with the lines around the fault.
fn unparsable(file: &str, text: &[u8], error: &ValuesError) -> Failure {
    let mut message = format!("failed to parse {file}: {error}");
    if let ValuesError::Yaml(fault) = error {
        let line = usize::try_from(fault.line()).unwrap_or(1).max(1);
        let lines = explain::around(&String::from_utf8_lossy(text), line);
        message.push_str(&format!("\n\n{file}, line {line}:{lines}"));
    }
    Failure::new(message)
}

/// Reads a file, or stdin for `-`.
fn read(file: &str, io: &mut Io<'_>) -> Result<Vec<u8>, String> {
    if file.trim() == "-" {
        let mut text = Vec::new();
        let read = io.stdin.read_to_end(&mut text);
        return read
            .map(|_| text)
            .map_err(|error| go_io("read", "/dev/stdin", &error));
    }
    std::fs::read(io.resolve(file)).map_err(|error| go_io("open", file, &error))
}
