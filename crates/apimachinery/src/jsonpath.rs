//! kubectl's JSONPath: text with `{…}` expressions over an object.
//!
//! Beyond plain JSONPath there are `range`/`end` loops, several expressions in one template and text
//! around them; missing are script expressions. Filters compare two values of one type.

mod compare;
mod execute;
mod node;
mod parse;
mod print;

use serde_json::Value;

pub use execute::Error;
pub use parse::ParseError;

use node::Node;

/// A parsed template.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonPath {
    nodes: Vec<Node>,
    missing_keys: MissingKeys,
}

/// What a key that is not there does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingKeys {
    /// Nothing is found.
    Allow,
    /// The template fails.
    Fail,
}

impl JsonPath {
    /// Parses a template.
    ///
    /// # Errors
    /// What is wrong with it, in kubectl's words.
    pub fn parse(template: &str, missing_keys: MissingKeys) -> Result<Self, ParseError> {
        Ok(JsonPath {
            nodes: parse::template(template)?,
            missing_keys,
        })
    }

    /// The text that the template makes of the value.
    ///
    /// # Errors
    /// What does not fit the value, in kubectl's words.
    pub fn execute(&self, value: &Value) -> Result<String, Error> {
        let mut text = String::new();
        for results in self.find_results(value)? {
            print::results(&mut text, &results);
        }
        Ok(text)
    }

    /// What each part of the template finds, loops unrolled.
    ///
    /// # Errors
    /// What does not fit the value, in kubectl's words.
    pub fn find_results(&self, value: &Value) -> Result<Vec<Vec<Value>>, Error> {
        execute::find_results(&self.nodes, value, self.missing_keys)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn printed(template: &str) -> String {
        let object = json!({
            "kind": "List",
            "items": [
                {"metadata": {"name": "a", "labels": {"app.kubernetes.io/name": "x"}}, "n": 1, "f": 1.5},
                {"metadata": {"name": "b"}, "n": 2, "empty": null, "list": [1, "two", {"k": "<"}]},
            ],
        });
        let path = match JsonPath::parse(template, MissingKeys::Fail) {
            Ok(path) => path,
            Err(error) => return format!("parse: {error}"),
        };
        path.execute(&object)
            .unwrap_or_else(|error| format!("execute: {error}"))
    }

    #[test]
    fn texts() {
        let cases = [
            ("plain", "plain"),
            ("{.kind}", "List"),
            ("{$.kind}{'\\n'}", "List\n"),
            ("{.items[*].metadata.name}", "a b"),
            (
                "{.items[0].metadata.labels.app\\.kubernetes\\.io/name}",
                "x",
            ),
            ("{.items[0]['metadata'].name}", "a"),
            ("{.items[-1].metadata.name}", "b"),
            ("{.items[0:1].n}", "1"),
            ("{.items[0,1].n}", "1 2"),
            (
                "{.items[*]['n','metadata']}",
                "1 2 {\"labels\":{\"app.kubernetes.io/name\":\"x\"},\"name\":\"a\"} {\"name\":\"b\"}",
            ),
            ("{.items[?(@.metadata.name==\"b\")].n}", "2"),
            ("{.items[?(@.n>1)].metadata.name}", "b"),
            ("{.items[?(@.f)].n}", "1"),
            ("{..name}", "a b"),
            (
                "{range .items[*]}{.metadata.name}={.n}{\"\\n\"}{end}done",
                "a=1\nb=2\ndone",
            ),
            ("{.items[1].empty}", "null"),
            ("{.items[1].list}", "[1,\"two\",{\"k\":\"\\u003c\"}]"),
            ("{.items[0].f}", "1.5"),
        ];
        for (template, expected) in cases {
            assert_eq!(printed(template), expected, "{template}");
        }
    }

    #[test]
    fn refusals() {
        let cases = [
            ("{.kind", "parse: unclosed action"),
            ("{.items[0}", "parse: unterminated array"),
            ("{.items[a]}", "parse: invalid array index a"),
            ("{.items[?(@.n==1}", "parse: unterminated filter"),
            ("{'a}", "parse: unterminated quoted string"),
            ("{*}", "parse: unrecognized character in action: U+002A '*'"),
            ("{....a}", "parse: invalid multiple recursive descent"),
            ("{.gone}", "execute: gone is not found"),
            (
                "{.items[7]}",
                "execute: array index out of bounds: index 7, length 2",
            ),
            ("{.kind[0]}", "execute: string is not array or slice"),
            (
                "{.items[?(@.n==\"1\")]}",
                "execute: incompatible types for comparison",
            ),
            ("{nope}", "execute: unrecognized identifier nope"),
            ("{end}", "execute: not in range, nothing to end"),
        ];
        for (template, expected) in cases {
            assert_eq!(printed(template), expected, "{template}");
        }
    }

    #[test]
    fn missing_keys_may_be_allowed() {
        let path = JsonPath::parse("<{.gone.deeper}>", MissingKeys::Allow).unwrap();
        assert_eq!(path.execute(&json!({})), Ok("<>".to_owned()));
    }
}
