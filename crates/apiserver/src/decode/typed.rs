//! JSON to typed JSON: unknown fields dropped and told, repeated keys told, scalars checked, in one pass.

use std::fmt;

use apimachinery::{Gvk, Quantity, Timestamp};
use base64::Engine as _;
use gostd::time::{Location, RFC3339, RFC3339_MICRO};
use schema::{Definition, Form, Shape};
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// A decoded object with what is odd about it.
#[derive(Debug, Default)]
pub(crate) struct Decoded {
    /// The object, without fields that its kind does not have.
    pub(crate) object: Value,
    /// What strict decoding refuses, in the order of the text: `unknown field "a"`, `duplicate field "b"`.
    pub(crate) strict: Vec<String>,
    /// The first value of a wrong type, in the words of Go's decoder.
    pub(crate) type_error: Option<String>,
}

/// The real server stops telling after this many.
const TOLD: usize = 100;

/// Decodes JSON text.
///
/// # Errors
/// What is wrong with the text, in the words of Go's JSON scanner.
pub(crate) fn decode_json(
    text: &[u8],
    definition: Option<&'static Definition>,
) -> Result<Decoded, String> {
    let mut walk = Walk::default();
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let seed = Typed {
        walk: &mut walk,
        slot: Slot::root(definition),
    };
    let object = seed
        .deserialize(&mut deserializer)
        .and_then(|object| deserializer.end().map(|()| object))
        .map_err(|error| super::syntax_error(text).unwrap_or_else(|| error.to_string()))?;
    Ok(walk.into_decoded(object))
}

/// Checks a value that did not come as JSON text, or that a patch made.
pub(crate) fn conform(
    value: Value,
    definition: impl FnOnce(&Gvk) -> Option<&'static Definition>,
) -> Decoded {
    let definition = definition(&Gvk::of(&value));
    let mut walk = Walk::default();
    let seed = Typed {
        walk: &mut walk,
        slot: Slot::root(definition),
    };
    match seed.deserialize(value) {
        Ok(object) => walk.into_decoded(object),
        Err(error) => Decoded {
            type_error: Some(error.to_string()),
            ..Decoded::default()
        },
    }
}

/// Where the decoder is: the path so far and what was found.
#[derive(Default)]
struct Walk {
    path: Vec<Step>,
    strict: Vec<String>,
    type_error: Option<String>,
}

enum Step {
    Field(String),
    Key(String),
    Index(usize),
}

impl Walk {
    fn into_decoded(self, object: Value) -> Decoded {
        Decoded {
            object,
            strict: self.strict,
            type_error: self.type_error,
        }
    }

    fn tell(&mut self, what: &str, key: &str) {
        if self.strict.len() >= TOLD {
            return;
        }
        let mut path = String::new();
        for step in &self.path {
            match step {
                Step::Field(name) | Step::Key(name) if path.is_empty() => path.push_str(name),
                Step::Field(name) | Step::Key(name) => path.extend([".", name]),
                Step::Index(index) => path.push_str(&format!("[{index}]")),
            }
        }
        let dot = if path.is_empty() { "" } else { "." };
        self.strict
            .push(format!("{what} field \"{path}{dot}{key}\""));
    }

    /// Notes that a value does not fit its field; only the first counts.
    fn mistyped(&mut self, slot: Slot, found: &str) {
        if self.type_error.is_some() {
            return;
        }
        let fields: Vec<&str> = self
            .path
            .iter()
            .filter_map(|step| match step {
                Step::Field(name) => Some(&**name),
                Step::Key(_) | Step::Index(_) => None,
            })
            .collect();
        let place = match slot.parent {
            Some(parent) if !fields.is_empty() => {
                format!("struct field {}.{}", parent.short_name(), fields.join("."))
            }
            Some(_) | None => "value".to_owned(),
        };
        self.type_error = Some(format!(
            "json: cannot unmarshal {found} into Go {place} of type {}",
            slot.go_type()
        ));
    }

    fn refuse(&mut self, error: impl Into<String>) {
        self.type_error.get_or_insert_with(|| error.into());
    }
}

/// What is expected at a place.
#[derive(Clone, Copy)]
struct Slot {
    /// The struct whose field this is, or whose field leads here through lists and maps.
    parent: Option<&'static Definition>,
    expected: Expected,
}

#[derive(Clone, Copy)]
enum Expected {
    Anything,
    Root(&'static Definition),
    Shape(Shape),
}

impl Slot {
    fn root(definition: Option<&'static Definition>) -> Self {
        Self {
            parent: None,
            expected: definition.map_or(Expected::Anything, Expected::Root),
        }
    }

    fn definition(self) -> Option<&'static Definition> {
        match self.expected {
            Expected::Anything => None,
            Expected::Root(definition) => Some(definition),
            Expected::Shape(shape) => shape.definition(),
        }
    }

    fn object(self) -> Option<&'static Definition> {
        self.definition()
            .filter(|definition| definition.form == Form::Object && !definition.fields.is_empty())
    }

    fn form(self) -> Option<Form> {
        self.definition().map(|definition| definition.form)
    }

    fn is_free(self) -> bool {
        matches!(self.expected, Expected::Anything)
            || self.definition().is_some_and(|definition| {
                definition.form == Form::Any
                    || (definition.form == Form::Object && definition.fields.is_empty())
            })
    }

    fn shape(self) -> Option<Shape> {
        match self.expected {
            Expected::Shape(shape) => Some(shape),
            Expected::Anything | Expected::Root(_) => None,
        }
    }

    fn element(self) -> Self {
        let expected = self.shape().and_then(|shape| shape.element().copied());
        Self {
            parent: self.parent,
            expected: expected.map_or(Expected::Anything, Expected::Shape),
        }
    }

    fn is_map(self) -> bool {
        matches!(self.shape(), Some(Shape::Map(_)))
    }

    fn is_list(self) -> bool {
        matches!(self.shape(), Some(Shape::List(_)))
    }

    fn go_type(self) -> String {
        match self.expected {
            Expected::Anything => "map[string]interface {}".to_owned(),
            Expected::Root(definition) => go_struct(definition),
            Expected::Shape(shape) => go_type(&shape),
        }
    }
}

fn go_type(shape: &Shape) -> String {
    match shape {
        Shape::String => "string".to_owned(),
        Shape::Bytes => "[]uint8".to_owned(),
        Shape::Boolean => "bool".to_owned(),
        Shape::Int32 => "int32".to_owned(),
        Shape::Int64 => "int64".to_owned(),
        Shape::Double => "float64".to_owned(),
        Shape::List(element) => format!("[]{}", go_type(element)),
        Shape::Map(element) => format!("map[string]{}", go_type(element)),
        Shape::Ref(_) => shape.definition().map_or_else(String::new, go_struct),
    }
}

fn go_struct(definition: &Definition) -> String {
    let mut parts = definition.name.rsplit('.');
    let name = parts.next().unwrap_or_default();
    format!("{}.{name}", parts.next().unwrap_or_default())
}

/// Decodes the value at one place.
struct Typed<'w> {
    walk: &'w mut Walk,
    slot: Slot,
}

impl<'de> DeserializeSeed<'de> for Typed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Typed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        if !self.slot.is_free() && !matches!(self.slot.shape(), Some(Shape::Boolean)) {
            self.walk.mistyped(self.slot, "bool");
        }
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(self.number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(self.number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        match Number::from_f64(value) {
            Some(number) => Ok(self.number(number)),
            None => Err(E::custom("number out of range")),
        }
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: serde::de::Error>(self, text: String) -> Result<Value, E> {
        Ok(self.text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        if !self.slot.is_free() && !self.slot.is_list() {
            self.walk.mistyped(self.slot, "array");
        }
        let element = if self.slot.is_list() {
            self.slot.element()
        } else {
            FREE
        };
        let mut list = Vec::new();
        loop {
            self.walk.path.push(Step::Index(list.len()));
            let item = items.next_element_seed(Typed {
                walk: &mut *self.walk,
                slot: element,
            })?;
            self.walk.path.pop();
            match item {
                Some(Value::Null) => list.push(zero(element)),
                Some(item) => list.push(item),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        if let Some(definition) = self.slot.object() {
            return self.fields(definition, entries);
        }
        if !self.slot.is_free() && !self.slot.is_map() {
            self.walk.mistyped(self.slot, "object");
        }
        let element = if self.slot.is_map() {
            self.slot.element()
        } else {
            FREE
        };
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                self.walk.tell("duplicate", &key);
            }
            self.walk.path.push(Step::Key(key));
            let value = entries.next_value_seed(Typed {
                walk: &mut *self.walk,
                slot: element,
            })?;
            let Some(Step::Key(key)) = self.walk.path.pop() else {
                return Err(A::Error::custom("unbalanced path"));
            };
            map.insert(
                key,
                if value.is_null() {
                    zero(element)
                } else {
                    value
                },
            );
        }
        Ok(Value::Object(map))
    }
}

const FREE: Slot = Slot {
    parent: None,
    expected: Expected::Anything,
};

impl Typed<'_> {
    fn fields<'de, A: MapAccess<'de>>(
        self,
        definition: &'static Definition,
        mut entries: A,
    ) -> Result<Value, A::Error> {
        let mut map = Map::new();
        let mut nulls: Vec<String> = Vec::new();
        while let Some(key) = entries.next_key::<String>()? {
            let Some(field) = definition.field(&key) else {
                self.walk.tell("unknown", &key);
                entries.next_value::<serde::de::IgnoredAny>()?;
                continue;
            };
            if map.contains_key(&key) || nulls.contains(&key) {
                self.walk.tell("duplicate", &key);
            }
            let slot = Slot {
                parent: Some(definition),
                expected: Expected::Shape(field.shape),
            };
            self.walk.path.push(Step::Field(key));
            let value = entries.next_value_seed(Typed {
                walk: &mut *self.walk,
                slot,
            })?;
            let Some(Step::Field(key)) = self.walk.path.pop() else {
                return Err(A::Error::custom("unbalanced path"));
            };
            if value.is_null() {
                nulls.push(key);
            } else {
                map.insert(key, value);
            }
        }
        Ok(Value::Object(map))
    }

    fn number(self, number: Number) -> Value {
        let slot = self.slot;
        if slot.is_free() {
            return Value::Number(number);
        }
        let fits = match slot.shape() {
            Some(Shape::Int32) => number
                .as_i64()
                .is_some_and(|value| i32::try_from(value).is_ok()),
            Some(Shape::Int64) => number.is_i64(),
            Some(Shape::Double) => true,
            Some(_) | None => match slot.form() {
                Some(Form::Quantity) => return self.quantity(&number.to_string()),
                Some(Form::IntOrString) => number
                    .as_i64()
                    .is_some_and(|value| i32::try_from(value).is_ok()),
                Some(Form::Object | Form::Any | Form::Time | Form::MicroTime) | None => {
                    self.walk.mistyped(slot, "number");
                    true
                }
            },
        };
        match (fits, whole(&number)) {
            (true, _) => Value::Number(number),
            (false, Some(value)) if !matches!(slot.shape(), Some(Shape::Int32)) => {
                Value::from(value)
            }
            (false, Some(value)) if i32::try_from(value).is_ok() => Value::from(value),
            (false, _) => {
                self.walk.mistyped(slot, &format!("number {number}"));
                Value::Number(number)
            }
        }
    }

    fn text(self, text: String) -> Value {
        if self.slot.is_free() {
            return Value::String(text);
        }
        match self.slot.shape() {
            Some(Shape::String) => return Value::String(text),
            Some(Shape::Bytes) => {
                if let Err(error) = base64::engine::general_purpose::STANDARD.decode(&text) {
                    self.walk.refuse(format!(
                        "illegal base64 data at input byte {}",
                        offset(&error, &text)
                    ));
                }
                return Value::String(text);
            }
            Some(_) | None => {}
        }
        match self.slot.form() {
            Some(Form::Quantity) => self.quantity(&text),
            Some(Form::IntOrString) => Value::String(text),
            Some(Form::Time) => self.time(&text, RFC3339, Timestamp::rfc3339),
            Some(Form::MicroTime) => self.time(&text, RFC3339_MICRO, Timestamp::rfc3339_micro),
            Some(Form::Object | Form::Any) | None => {
                self.walk.mistyped(self.slot, "string");
                Value::String(text)
            }
        }
    }

    fn quantity(self, text: &str) -> Value {
        match text.parse::<Quantity>() {
            Ok(quantity) => Value::String(quantity.to_string()),
            Err(error) => {
                self.walk.refuse(error.to_string());
                Value::String(text.to_owned())
            }
        }
    }

    /// A time in Go's layout, written anew. Times of a second may have a fraction, those of a microsecond must have six digits.
    fn time(self, text: &str, layout: &str, form: fn(Timestamp) -> String) -> Value {
        let parsed = gostd::time::parse(layout, text, &Location::Utc, &Location::Utc);
        match (parsed, Timestamp::parse(text)) {
            (Ok(_), Some(time)) => Value::String(form(time)),
            (parsed, _) => {
                let error = parsed.err().map(|error| error.to_string());
                self.walk.refuse(error.unwrap_or_else(|| {
                    format!("parsing time {}: out of range", gostd::strconv::quote(text))
                }));
                Value::String(text.to_owned())
            }
        }
    }
}

/// The integer that a float such as `1e3` stands for.
fn whole(number: &Number) -> Option<i64> {
    // Go refuses `1.5` and `1.0` alike but the text is gone here, so only whole values pass.
    let value = number.as_f64()?;
    (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64)
}

fn offset(error: &base64::DecodeError, text: &str) -> usize {
    match error {
        base64::DecodeError::InvalidByte(offset, _)
        | base64::DecodeError::InvalidLastSymbol { offset, .. } => *offset,
        base64::DecodeError::InvalidLength(_) | base64::DecodeError::InvalidPadding => text.len(),
    }
}

/// What Go makes of a null in a list or a map.
fn zero(slot: Slot) -> Value {
    match slot.shape() {
        Some(Shape::String) => Value::from(""),
        Some(Shape::Boolean) => Value::from(false),
        Some(Shape::Int32 | Shape::Int64) => Value::from(0),
        Some(Shape::Ref(_)) if slot.object().is_some() => Value::Object(Map::new()),
        Some(Shape::Ref(_)) if slot.form() == Some(Form::Quantity) => Value::from("0"),
        Some(_) | None => Value::Null,
    }
}
