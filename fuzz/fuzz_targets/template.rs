//! A template over fixed values, parsed and executed within small limits.
#![no_main]

use gotmpl::{FuncMap, Limits, List, Map, MissingKey, Options, Templates, Value};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let options = Options {
        missing_key: MissingKey::Zero,
        limits: Limits {
            depth: 200,
            steps: 100_000,
            output: 1 << 20,
        },
    };
    let mut templates = Templates::new("fuzz", FuncMap::new(), options);
    if templates.parse("t", text).is_ok() {
        let list: List = ["a", "b"].into_iter().map(Value::from).collect();
        let dot = Map::from_iter([
            ("a", Value::Float64(1e6)),
            ("b", Value::from("text")),
            ("l", Value::List(list)),
            ("m", Value::Map(Map::from_iter([("k", Value::Int(1))]))),
        ]);
        drop(templates.execute("t", &Value::Map(dot)));
    }
});
