//! What was read and written is read as the same value, and written as the same text.

#![no_main]

use goyaml::{DecodeOptions, Dialect};
use libfuzzer_sys::fuzz_target;

const OPTIONS: DecodeOptions = DecodeOptions { dialect: Dialect::V2, strict: false };

fuzz_target!(|text: &[u8]| {
    let Ok(value) = goyaml::yaml_to_json(text, &OPTIONS) else { return };
    let Ok(written) = goyaml::try_json_to_yaml(&value) else { return };
    let read = goyaml::yaml_to_json(written.as_bytes(), &OPTIONS);
    // NEL is folded on the way out, see `Layout::through_json`; whatever it became stays.
    let again = read.as_ref().map(goyaml::json_to_yaml);
    assert_eq!(again.as_ref(), Ok(&written));
});
