//! How go-spew prints a `PodTemplateSpec` with sorted keys, without methods and pointer addresses, under the verb `%#v`.
//!
//! Each value is preceded by its type, except for the elements of lists, the keys and values of maps, and what a printed pointer points to.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::structs::STRUCTS;

const NIL: &str = "<nil>";
/// Fields that came after the hashes that exist: they count only where they are set, so that no template gets another hash by them.
const LATER_FIELDS: [&str; 1] = ["EvictionResponders"];

/// Prints a pod template.
pub(super) fn pod_template(template: &Value) -> String {
    let mut out = String::with_capacity(16 * 1024);
    write_value(&mut out, "v1.PodTemplateSpec", template, true);
    out
}

fn write_value(out: &mut String, type_: &str, value: &Value, typed: bool) {
    if let Some(pointee) = type_.strip_prefix('*') {
        return write_pointer(out, pointee, value, typed);
    }
    if typed {
        out.extend(["(", type_, ")"]);
    }
    if let Some(element) = type_.strip_prefix("[]") {
        write_list(out, element, value);
    } else if let Some(element) = map_element(type_) {
        write_map(out, element, value);
    } else {
        match type_ {
            "bool" => out.push_str(if value == &Value::Bool(true) {
                "true"
            } else {
                "false"
            }),
            "int32" | "int64" => out.push_str(&value.as_i64().unwrap_or_default().to_string()),
            "resource.Quantity" => write_quantity(out, value),
            "intstr.IntOrString" => write_int_or_string(out, value),
            "v1.Time" => out.push_str(
                "{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}",
            ),
            _ => write_struct_or_text(out, type_, value),
        }
    }
}

fn write_pointer(out: &mut String, pointee: &str, value: &Value, typed: bool) {
    match (value.is_null(), typed) {
        (true, false) => return out.push_str(NIL),
        (_, true) => out.extend(["(*", pointee, ")"]),
        (false, false) => out.push_str("<*>"),
    }
    if value.is_null() {
        out.push_str(NIL);
    } else {
        write_value(out, pointee, value, false);
    }
}

fn write_list(out: &mut String, element: &str, value: &Value) {
    let Some(items) = value.as_array() else {
        return out.push_str(NIL);
    };
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        write_value(out, element, item, false);
    }
    out.push(']');
}

/// The type of the values, if the type is a map. Its keys are always strings.
fn map_element(type_: &str) -> Option<&str> {
    match type_ {
        "v1.ResourceList" => Some("resource.Quantity"),
        _ => type_.strip_prefix("map[string]"),
    }
}

fn write_map(out: &mut String, element: &str, value: &Value) {
    let Some(entries) = value.as_object() else {
        return out.push_str(NIL);
    };
    out.push_str("map[");
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push(' ');
        }
        out.extend([key, ":"]);
        write_value(out, element, value, false);
    }
    out.push(']');
}

fn write_struct_or_text(out: &mut String, type_: &str, value: &Value) {
    let Ok(position) = STRUCTS.binary_search_by_key(&type_, |(name, _)| name) else {
        return out.push_str(value.as_str().unwrap_or_default());
    };
    let empty = Map::new();
    let fields = value.as_object().unwrap_or(&empty);
    out.push('{');
    let mut is_first = true;
    for (name, json, type_) in STRUCTS[position].1 {
        let field = if json.is_empty() {
            value
        } else {
            fields.get(*json).unwrap_or(&Value::Null)
        };
        if field.is_null() && LATER_FIELDS.contains(name) {
            continue;
        }
        if !is_first {
            out.push(' ');
        }
        is_first = false;
        out.extend([name, ":"]);
        write_value(out, type_, field, true);
    }
    out.push('}');
}

fn write_int_or_string(out: &mut String, value: &Value) {
    let (kind, number, text) = match value {
        Value::String(text) => (1, 0, text.as_str()),
        other => (0, other.as_i64().unwrap_or_default(), ""),
    };
    // Writing to a String cannot fail.
    let _: Result<(), std::fmt::Error> = write!(
        out,
        "{{Type:(intstr.Type){kind} IntVal:(int32){number} StrVal:(string){text}}}"
    );
}

fn write_quantity(out: &mut String, value: &Value) {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let Parsed {
        value,
        scale,
        format,
    } = Parsed::of(&text);
    // Writing to a String cannot fail.
    let _: Result<(), std::fmt::Error> = write!(
        out,
        "{{i:(resource.int64Amount){{value:(int64){value} scale:(resource.Scale){scale}}} \
         d:(resource.infDecAmount){{Dec:(*inf.Dec)<nil>}} s:(string){text} Format:(resource.Format){format}}}"
    );
}

/// A quantity as Go holds it: an unscaled number, a power of ten, and the notation it came in.
struct Parsed {
    value: i64,
    scale: i32,
    format: &'static str,
}

impl Parsed {
    fn of(text: &str) -> Self {
        let unsigned = text.trim_start_matches(['+', '-']);
        let end = unsigned
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(unsigned.len());
        let (number, suffix) = unsigned.split_at(end);
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let digits: i64 = format!("{whole}{fraction}").parse().unwrap_or_default();
        let signed = if text.starts_with('-') {
            -digits
        } else {
            digits
        };
        let decimals = i32::try_from(fraction.len()).unwrap_or_default();
        if text.is_empty() {
            return Parsed {
                value: 0,
                scale: 0,
                format: "",
            };
        }
        if let Some(power) = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]
            .iter()
            .position(|unit| *unit == suffix)
        {
            return Parsed {
                value: signed.saturating_mul(1 << (10 * (power + 1))),
                scale: -decimals,
                format: "BinarySI",
            };
        }
        if let Some(index) = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"]
            .iter()
            .position(|unit| *unit == suffix)
        {
            let power = 3 * i32::try_from(index).unwrap_or_default() - 9;
            return Parsed {
                value: signed,
                scale: power - decimals,
                format: "DecimalSI",
            };
        }
        let exponent: i32 = suffix[1..].parse().unwrap_or_default();
        Parsed {
            value: signed,
            scale: exponent - decimals,
            format: "DecimalExponent",
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn dumped(type_: &str, value: &Value) -> String {
        let mut out = String::new();
        write_value(&mut out, type_, value, true);
        out
    }

    #[test]
    fn types_precede_fields_but_not_elements() {
        let got = dumped("v1.ExecAction", &json!({"command": ["a", "b c"]}));
        assert_eq!(got, "(v1.ExecAction){Command:([]string)[a b c]}");
        assert_eq!(
            dumped("v1.ExecAction", &json!({})),
            "(v1.ExecAction){Command:([]string)<nil>}"
        );
        assert_eq!(dumped("*int64", &json!(30)), "(*int64)30");
        assert_eq!(dumped("*int64", &Value::Null), "(*int64)<nil>");
        assert_eq!(
            dumped("map[string]string", &json!({"b": "2", "a": "1"})),
            "(map[string]string)map[a:1 b:2]"
        );
    }

    #[test]
    fn quantities_keep_their_notation() {
        let got = dumped("v1.ResourceList", &json!({"cpu": "100m"}));
        let expected = "(v1.ResourceList)map[cpu:{i:(resource.int64Amount){value:(int64)100 scale:(resource.Scale)-3} \
                        d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>} s:(string)100m Format:(resource.Format)DecimalSI}]";
        assert_eq!(got, expected);
        let memory = dumped("resource.Quantity", &json!("128Mi"));
        assert!(
            memory.contains("value:(int64)134217728 scale:(resource.Scale)0"),
            "{memory}"
        );
    }

    #[test]
    fn ports_by_number_and_by_name() {
        assert_eq!(
            dumped("intstr.IntOrString", &json!(80)),
            "(intstr.IntOrString){Type:(intstr.Type)0 IntVal:(int32)80 StrVal:(string)}"
        );
        assert_eq!(
            dumped("intstr.IntOrString", &json!("http")),
            "(intstr.IntOrString){Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)http}"
        );
    }
}
