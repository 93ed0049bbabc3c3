//! Values from a file and from flags, one per line: the first byte of a line says which flag.
#![no_main]

use chart::Values;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let (file, flags) = input.split_once("\n\n").unwrap_or(("", input));
    let mut values = Values::new();
    drop(values.add_file(file.as_bytes()));
    for line in flags.lines() {
        let Some(kind) = line.chars().next() else {
            continue;
        };
        let text = &line[kind.len_utf8()..];
        drop(match kind {
            'j' => values.set_json(text),
            'l' => values.set_literal(text),
            's' => values.set_string(text),
            'f' => values.set_file(text, &|name| Ok(name.as_bytes().to_vec())),
            _ => values.set(text),
        });
    }
    drop(values.to_json());
});
