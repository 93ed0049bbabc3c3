//! What texts and numbers have to satisfy.

use apimachinery::field::Error;
use serde_json::Number;

use super::Check;
use super::alternatives::nameless;
use super::format;
use crate::custom::structural::{Bound, Kind};

impl Check<'_> {
    /// Checks length and pattern, of which only the first failure is told, and the format.
    pub(super) fn string(&self, text: &str, errors: &mut Vec<Error>) {
        let constraints = &self.schema.constraints;
        let length = text.chars().count() as u64;
        if let Some(max) = constraints.max_length.filter(|max| length > *max) {
            errors.push(Error::too_long(self.path, max as usize));
        } else if let Some(min) = constraints.min_length.filter(|min| length < *min) {
            let detail = self.should(format!("should be at least {min} chars long"));
            errors.push(Error::invalid(self.path, text, detail));
        } else if let Some(pattern) = constraints
            .pattern
            .as_ref()
            .filter(|pattern| !pattern.is_match(text))
        {
            let detail = self.should(format!("should match '{}'", pattern.expression()));
            errors.push(Error::invalid(self.path, text, detail));
        }
        let format = &constraints.format;
        if matches!(self.schema.kind, Some(Kind::String) | None) && !format::fits(format, text) {
            let quoted = gostd::strconv::quote(text);
            let detail = self.should(format!("must be of type {format}: {quoted}"));
            errors.push(Error::type_invalid(self.path, text, detail));
        }
    }

    pub(super) fn number(&self, number: &Number, errors: &mut Vec<Error>) {
        let constraints = &self.schema.constraints;
        let value = number.as_f64().unwrap_or_default();
        if let Some(kind) = self.schema.kind
            && !in_range(kind, &constraints.format, number)
        {
            let format = match &*constraints.format {
                "" => "(default format)".to_owned(),
                format => format!("with format {format}"),
            };
            errors.push(nameless(format!(
                "Checked value must be of type {} {format} in {}",
                kind.as_str(),
                self.path.as_str()
            )));
        }
        let mut fault = |what: String| {
            let detail = self.should(what);
            errors.push(Error::invalid(
                self.path,
                serde_json::Value::Number(number.clone()),
                detail,
            ));
        };
        if let Some(factor) = constraints.multiple_of
            && (value / factor).fract() != 0.0
        {
            fault(format!("should be a multiple of {}", shown(factor)));
        }
        if let Some(Bound { at, exclusive }) = constraints.maximum
            && (value > at || exclusive && value == at)
        {
            let equal = if exclusive { "" } else { "or equal to " };
            fault(format!("should be less than {equal}{}", shown(at)));
        }
        if let Some(Bound { at, exclusive }) = constraints.minimum
            && (value < at || exclusive && value == at)
        {
            let equal = if exclusive { "" } else { "or equal to " };
            fault(format!("should be greater than {equal}{}", shown(at)));
        }
    }
}

/// Whether a number can be held by the type that type and format name.
fn in_range(kind: Kind, format: &str, number: &Number) -> bool {
    let whole = number.as_i64().or_else(|| {
        let value = number.as_f64()?;
        (value.fract() == 0.0 && value.abs() < 9e15).then_some(value as i64)
    });
    match (kind, format) {
        (Kind::Integer, "int32") => whole.is_some_and(|value| i32::try_from(value).is_ok()),
        (Kind::Integer, "uint32") => whole.is_some_and(|value| u32::try_from(value).is_ok()),
        (Kind::Integer, "uint64") => number.is_u64() || whole.is_some_and(|value| value >= 0),
        (Kind::Integer, _) => whole.is_some(),
        (Kind::Number, "float" | "float32") => number
            .as_f64()
            .is_some_and(|value| value.abs() <= f64::from(f32::MAX)),
        _ => true,
    }
}

/// A bound as Go's `%v` prints it.
fn shown(number: f64) -> String {
    gostd::strconv::format_float(number, 'g', -1)
}
