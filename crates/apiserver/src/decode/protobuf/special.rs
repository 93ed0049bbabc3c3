//! Types whose JSON is not the object that their message suggests, and fields that JSON leaves out.

use apimachinery::Timestamp;
use base64::Engine as _;
use schema::Message;
use serde_json::{Map, Value};

use super::wire::{Reader, Token};
use super::{read_message, text_of};

/// The JSON form of a type that has one of its own.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Quantity,
    IntOrString,
    Time,
    MicroTime,
    Duration,
    /// Bytes of JSON text.
    Raw,
    /// A list wrapped in a message.
    Items,
    SchemaOrArray,
    SchemaOrBool,
    SchemaOrStrings,
}

pub(super) fn form_of(message: &str) -> Option<Form> {
    let (package, name) = message.rsplit_once('.')?;
    Some(match name {
        "Quantity" | "QuantityValue" if package.ends_with("api.resource") => Form::Quantity,
        "IntOrString" => Form::IntOrString,
        "Time" if package.ends_with("meta.v1") => Form::Time,
        "MicroTime" => Form::MicroTime,
        "Duration" if package.ends_with("meta.v1") => Form::Duration,
        "RawExtension" | "FieldsV1" | "JSON" => Form::Raw,
        "ExtraValue" | "Verbs" => Form::Items,
        "JSONSchemaPropsOrArray" => Form::SchemaOrArray,
        "JSONSchemaPropsOrBool" => Form::SchemaOrBool,
        "JSONSchemaPropsOrStringArray" => Form::SchemaOrStrings,
        _ => return None,
    })
}

impl Form {
    pub(super) fn read(
        self,
        message: &'static Message,
        bytes: &[u8],
        depth: usize,
    ) -> Result<Value, String> {
        match self {
            Self::Quantity => Ok(match first_text(bytes)? {
                text if text.is_empty() => Value::from("0"),
                text => Value::String(text),
            }),
            Self::IntOrString => int_or_string(bytes),
            Self::Time => time(bytes, Timestamp::rfc3339),
            Self::MicroTime => time(bytes, Timestamp::rfc3339_micro),
            Self::Duration => Ok(Value::from(go_duration(number(bytes, 1)?.cast_signed()))),
            Self::Raw => raw(bytes),
            Self::Items => items(bytes),
            Self::SchemaOrArray => alternatives(message, bytes, depth, "schema", "jSONSchemas"),
            Self::SchemaOrBool => alternatives(message, bytes, depth, "schema", "allows"),
            Self::SchemaOrStrings => alternatives(message, bytes, depth, "schema", "property"),
        }
    }
}

fn number(bytes: &[u8], wanted: u32) -> Result<u64, String> {
    let mut reader = Reader::new(bytes);
    let mut found = 0;
    while let Some((number, token)) = reader.next()? {
        if let (true, Token::Varint(value)) = (number == wanted, token) {
            found = value;
        }
    }
    Ok(found)
}

fn first_text(bytes: &[u8]) -> Result<String, String> {
    let mut reader = Reader::new(bytes);
    let mut text = String::new();
    while let Some((number, token)) = reader.next()? {
        if let (1, Token::Bytes(bytes)) = (number, token) {
            text = text_of(bytes)?;
        }
    }
    Ok(text)
}

fn int_or_string(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = Reader::new(bytes);
    let (mut is_text, mut number, mut text) = (false, 0_i32, String::new());
    while let Some(field) = reader.next()? {
        match field {
            (1, Token::Varint(kind)) => is_text = kind == 1,
            (2, Token::Varint(value)) => number = value as i32,
            (3, Token::Bytes(bytes)) => text = text_of(bytes)?,
            _ => {}
        }
    }
    Ok(if is_text {
        Value::String(text)
    } else {
        Value::from(number)
    })
}

/// The zero time is written as an empty message and read as null.
fn time(bytes: &[u8], form: fn(Timestamp) -> String) -> Result<Value, String> {
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    let seconds = number(bytes, 1)?.cast_signed();
    let nanos = number(bytes, 2)?.cast_signed();
    Ok(Value::String(form(Timestamp::from_micros(
        seconds
            .saturating_mul(1_000_000)
            .saturating_add(nanos / 1000),
    ))))
}

fn raw(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = Reader::new(bytes);
    let mut value = Value::Null;
    while let Some((number, token)) = reader.next()? {
        if let (1, Token::Bytes(json)) = (number, token) {
            value = if json.is_empty() {
                Value::Null
            } else {
                serde_json::from_slice(json).map_err(|error| error.to_string())?
            };
        }
    }
    Ok(value)
}

fn items(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = Reader::new(bytes);
    let mut list = Vec::new();
    while let Some((number, token)) = reader.next()? {
        if let (1, Token::Bytes(text)) = (number, token) {
            list.push(Value::String(text_of(text)?));
        }
    }
    Ok(Value::Array(list))
}

/// The one of two fields that is set.
fn alternatives(
    message: &'static Message,
    bytes: &[u8],
    depth: usize,
    first: &str,
    second: &str,
) -> Result<Value, String> {
    let mut object = Map::new();
    read_message(message, bytes, &mut object, depth)?;
    Ok(object
        .remove(first)
        .or_else(|| object.remove(second))
        .unwrap_or(Value::Null))
}

pub(super) fn base64(bytes: &[u8]) -> Value {
    Value::String(base64::engine::general_purpose::STANDARD.encode(bytes))
}

/// Go's `time.Duration.String` for whole milliseconds, which is what the API's durations are made of.
fn go_duration(nanos: i64) -> String {
    let millis = nanos.unsigned_abs() / 1_000_000;
    let sign = if nanos < 0 { "-" } else { "" };
    let (hours, minutes, seconds, rest) = (
        millis / 3_600_000,
        millis / 60_000 % 60,
        millis / 1000 % 60,
        millis % 1000,
    );
    let fraction = if rest == 0 {
        String::new()
    } else {
        format!(".{rest:03}").trim_end_matches('0').to_owned()
    };
    match (hours, minutes) {
        (0, 0) if seconds == 0 && rest > 0 => format!("{sign}{rest}ms"),
        (0, 0) => format!("{sign}{seconds}{fraction}s"),
        (0, _) => format!("{sign}{minutes}m{seconds}{fraction}s"),
        (_, _) => format!("{sign}{hours}h{minutes}m{seconds}{fraction}s"),
    }
}

/// Whether a field that JSON omits when empty is empty.
///
/// Go's encoder writes plain fields always and pointers only where they are set, and the wire does not tell them apart. An
/// empty string is as good as none, save for the one field where it means something. A zero or false of a pointer must
/// stay, and those of plain fields must go, because defaults fill them.
pub(super) fn is_absent(message: &str, field: &str, value: &Value) -> bool {
    let name = message.rsplit('.').next().unwrap_or(message);
    match value {
        Value::String(text) => {
            text.is_empty() && (name, field) != ("PersistentVolumeClaimSpec", "storageClassName")
        }
        Value::Number(number) => number.as_f64() == Some(0.0) && is_plain(name, field),
        Value::Bool(value) => !value && is_plain(name, field),
        Value::Null => true,
        Value::Array(_) | Value::Object(_) => false,
    }
}

/// Whether the Go struct holds the number or boolean itself and not a pointer to it.
fn is_plain(message: &str, field: &str) -> bool {
    match field {
        "readOnly" => message != "CSIVolumeSource",
        "minReadySeconds"
        | "hostIPC"
        | "hostNetwork"
        | "hostPID"
        | "stdin"
        | "stdinOnce"
        | "tty"
        | "hostPort"
        | "observedGeneration"
        | "generation"
        | "unschedulable"
        | "paused"
        | "nodePort"
        | "healthCheckNodePort"
        | "publishNotReadyAddresses"
        | "globalDefault"
        | "failureThreshold"
        | "initialDelaySeconds"
        | "periodSeconds"
        | "successThreshold"
        | "deprecatedCount"
        | "code"
        | "retryAfterSeconds"
        | "signal"
        | "sizeBytes"
        | "deprecated"
        | "preserveUnknownFields"
        | "nullable"
        | "uniqueItems"
        | "exclusiveMaximum"
        | "exclusiveMinimum"
        | "x-kubernetes-embedded-resource"
        | "x-kubernetes-int-or-string"
        | "denied"
        | "authenticated"
        | "watch"
        | "allowWatchBookmarks"
        | "limit"
        | "follow"
        | "previous"
        | "timestamps"
        | "insecureSkipTLSVerifyBackend"
        | "stdout"
        | "stderr"
        | "chapAuthDiscovery"
        | "chapAuthSession"
        | "sslEnabled"
        | "templateGeneration" => true,
        "count" => matches!(message, "Event" | "EventSeries"),
        "timeoutSeconds" => message == "Probe",
        "number" => message == "ServiceBackendPort",
        "partition" => message != "RollingUpdateStatefulSetStrategy",
        "priority" => message == "CustomResourceColumnDefinition",
        "replicas" => matches!(message, "ScaleSpec" | "DeploymentStatus"),
        "active" | "failed" | "succeeded" => message == "JobStatus",
        "targetAverageUtilization" | "terminating" | "ready" => false,
        _ => {
            message.ends_with("Status") && field.ends_with("Replicas")
                || message == "DaemonSetStatus"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_as_go_prints_them() {
        for (nanos, expected) in [
            (0, "0s"),
            (1_500_000_000, "1.5s"),
            (300_000_000, "300ms"),
            (60_000_000_000, "1m0s"),
            (-3_601_000_000_000, "-1h0m1s"),
        ] {
            assert_eq!(go_duration(nanos), expected);
        }
    }
}
