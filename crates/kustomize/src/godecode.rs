//! JSON into structs, with the rules and the error texts of Go's `encoding/json`.
//!
//! Field names match whatever their case; a value of the wrong type does not stop the reading, the first complaint is reported at the end.

use std::collections::BTreeMap;

use serde_json::Value;

/// Whether a field that the struct does not have is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnknownFields {
    Refused,
    Ignored,
}

/// Where the reading stands and what it found wrong first.
pub(crate) struct Decoder {
    unknown: UnknownFields,
    structure: &'static str,
    path: Vec<&'static str>,
    complaint: Option<String>,
}

/// A type that can be read from JSON as Go would.
pub(crate) trait GoValue {
    /// The type's name in Go.
    fn go_type() -> String;
    /// The type's name as the element of a list, which for some is a pointer.
    fn element_type() -> String {
        Self::go_type()
    }
    /// Takes over what `value` says; what it does not mention stays.
    fn read(&mut self, value: &Value, decoder: &mut Decoder);
}

/// Reads `value` over `target`. The error is Go's text, `json: ...`.
pub(crate) fn decode<T: GoValue>(
    target: &mut T,
    value: &Value,
    unknown: UnknownFields,
) -> Result<(), String> {
    let mut decoder = Decoder {
        unknown,
        structure: "",
        path: Vec::new(),
        complaint: None,
    };
    target.read(value, &mut decoder);
    decoder.complaint.map_or(Ok(()), Err)
}

impl Decoder {
    /// Reads the fields of a struct named `structure`; `read` is called with the index of each field found. Names of embedded structs
    /// stand before the name of a field, parted by dots: messages show them, files do not.
    pub(crate) fn fields<T: GoValue>(
        &mut self,
        value: &Value,
        structure: &'static str,
        names: &[&'static str],
        mut read: impl FnMut(&mut Self, usize, &Value),
    ) {
        let object = match value {
            Value::Null => return,
            Value::Object(object) => object,
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return self.mismatch::<T>(value);
            }
        };
        let outer = self.structure;
        for (key, value) in object {
            let index = names.iter().position(|name| own(name) == key);
            let index = index.or_else(|| {
                names
                    .iter()
                    .position(|name| own(name).eq_ignore_ascii_case(key))
            });
            let Some(index) = index else {
                if self.unknown == UnknownFields::Refused {
                    self.complain(format!("json: unknown field {key:?}"));
                }
                continue;
            };
            self.structure = structure;
            self.path.push(names[index]);
            read(self, index, value);
            self.path.pop();
        }
        self.structure = outer;
    }

    fn complain(&mut self, text: String) {
        self.complaint.get_or_insert(text);
    }

    /// Complains that `value` is not of type `T`.
    pub(crate) fn mismatch<T: GoValue>(&mut self, value: &Value) {
        let found = match value {
            Value::Null => return,
            Value::Bool(_) => "bool".to_owned(),
            Value::Number(number) if T::go_type().starts_with("int") => {
                format!("number {}", crate::gojson::number_text(number))
            }
            Value::Number(_) => "number".to_owned(),
            Value::String(_) => "string".to_owned(),
            Value::Array(_) => "array".to_owned(),
            Value::Object(_) => "object".to_owned(),
        };
        let place = match self.path.is_empty() {
            true => "value".to_owned(),
            false => format!("struct field {}.{}", self.structure, self.path.join(".")),
        };
        self.complain(format!(
            "json: cannot unmarshal {found} into Go {place} of type {}",
            T::go_type()
        ));
    }
}

/// A field's name without those of the structs that it is embedded through.
fn own(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

impl GoValue for String {
    fn go_type() -> String {
        "string".to_owned()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value {
            Value::String(text) => self.clone_from(text),
            _ => decoder.mismatch::<Self>(value),
        }
    }
}

impl GoValue for bool {
    fn go_type() -> String {
        "bool".to_owned()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value {
            Value::Bool(flag) => *self = *flag,
            _ => decoder.mismatch::<Self>(value),
        }
    }
}

impl GoValue for i64 {
    fn go_type() -> String {
        "int64".to_owned()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value.as_i64() {
            Some(number) => *self = number,
            None => decoder.mismatch::<Self>(value),
        }
    }
}

impl GoValue for i32 {
    fn go_type() -> String {
        "int".to_owned()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value
            .as_i64()
            .and_then(|number| Self::try_from(number).ok())
        {
            Some(number) => *self = number,
            None => decoder.mismatch::<Self>(value),
        }
    }
}

impl GoValue for serde_json::Map<String, Value> {
    fn go_type() -> String {
        "map[string]interface {}".to_owned()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value {
            Value::Object(object) => self.clone_from(object),
            _ => decoder.mismatch::<Self>(value),
        }
    }
}

impl<T: GoValue + Default> GoValue for Vec<T> {
    fn go_type() -> String {
        format!("[]{}", T::element_type())
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        let Value::Array(items) = value else {
            self.clear();
            return decoder.mismatch::<Self>(value);
        };
        *self = items
            .iter()
            .map(|item| {
                let mut element = T::default();
                element.read(item, decoder);
                element
            })
            .collect();
    }
}

impl<T: GoValue + Default> GoValue for BTreeMap<String, T> {
    fn go_type() -> String {
        format!("map[string]{}", T::go_type())
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        let Value::Object(object) = value else {
            return decoder.mismatch::<Self>(value);
        };
        for (key, value) in object {
            let mut entry = T::default();
            entry.read(value, decoder);
            self.insert(key.clone(), entry);
        }
    }
}

impl<T: GoValue + Default> GoValue for Option<T> {
    fn go_type() -> String {
        T::go_type()
    }

    fn read(&mut self, value: &Value, decoder: &mut Decoder) {
        match value {
            Value::Null => *self = None,
            _ => self.get_or_insert_default().read(value, decoder),
        }
    }
}

/// Makes a struct readable: its name in Go, with a star if lists hold pointers to it, then each field's JSON name and the place it goes to.
macro_rules! go_struct {
    ($type:ty = *$package:literal . $name:literal { $($fields:tt)* }) => {
        $crate::godecode::go_struct!(@ $type, $package, $name, concat!("*", $package, ".", $name), { $($fields)* });
    };
    ($type:ty = $package:literal . $name:literal { $($fields:tt)* }) => {
        $crate::godecode::go_struct!(@ $type, $package, $name, concat!($package, ".", $name), { $($fields)* });
    };
    (@ $type:ty, $package:literal, $name:literal, $element:expr, { $($json:literal => $($field:ident).+),* $(,)? }) => {
        impl $crate::godecode::GoValue for $type {
            fn go_type() -> String {
                concat!($package, ".", $name).to_owned()
            }

            fn element_type() -> String {
                $element.to_owned()
            }

            fn read(&mut self, value: &serde_json::Value, decoder: &mut $crate::godecode::Decoder) {
                let readers: &[fn(&mut $type, &serde_json::Value, &mut $crate::godecode::Decoder)] =
                    &[$(|target, value, decoder| $crate::godecode::GoValue::read(&mut target.$($field).+, value, decoder)),*];
                decoder.fields::<Self>(value, $name, &[$($json),*], |decoder, index, value| readers[index](self, value, decoder));
            }
        }
    };
}
pub(crate) use go_struct;

/// Makes a newtype of a string readable.
macro_rules! go_string {
    ($type:ident = $name:literal) => {
        impl $crate::godecode::GoValue for $type {
            fn go_type() -> String {
                $name.to_owned()
            }

            fn read(&mut self, value: &serde_json::Value, decoder: &mut $crate::godecode::Decoder) {
                match value {
                    serde_json::Value::String(text) => self.0.clone_from(text),
                    _ => decoder.mismatch::<Self>(value),
                }
            }
        }
    };
}
pub(crate) use go_string;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{UnknownFields, decode};

    #[derive(Default)]
    struct Inner {
        name: String,
        count: i64,
    }
    go_struct!(Inner = "types"."Inner" { "name" => name, "count" => count });

    #[derive(Default)]
    struct Outer {
        list: Vec<Inner>,
    }
    go_struct!(Outer = "types"."Outer" { "list" => list });

    fn complaint(value: &serde_json::Value) -> String {
        decode(&mut Outer::default(), value, UnknownFields::Refused).expect_err("refused")
    }

    #[test]
    fn the_first_complaint_names_the_innermost_struct_and_the_whole_path() {
        let value = json!({"list": [{"count": "x", "name": 5}]});
        assert_eq!(
            complaint(&value),
            "json: cannot unmarshal string into Go struct field Inner.list.count of type int64"
        );
        let value = json!({"list": {}});
        assert_eq!(
            complaint(&value),
            "json: cannot unmarshal object into Go struct field Outer.list of type []types.Inner"
        );
        assert_eq!(
            complaint(&json!([])),
            "json: cannot unmarshal array into Go value of type types.Outer"
        );
        assert_eq!(
            complaint(&json!({"lists": []})),
            "json: unknown field \"lists\""
        );
    }

    #[test]
    fn names_match_in_any_case() {
        let mut outer = Outer::default();
        decode(
            &mut outer,
            &json!({"LIST": [{"Name": "a", "COUNT": 3}]}),
            UnknownFields::Refused,
        )
        .expect("accepted");
        assert_eq!((outer.list[0].name.as_str(), outer.list[0].count), ("a", 3));
    }
}
