//! Keywords for texts and numbers.

use gostd::regexp::Regexp;
use serde_json::Value;

use super::Check;
use crate::schema::message;

impl Check<'_, '_, '_> {
    pub(super) fn string(&mut self, text: &str) {
        let length = text.chars().count();
        let bound = |keyword: &str| self.keywords.get(keyword).and_then(whole);
        let (least, most) = (bound("minLength"), bound("maxLength"));
        if let Some(least) = least.filter(|least| (length as u64) < *least) {
            self.fault(message::count("minLength", length, least));
        }
        if let Some(most) = most.filter(|most| (length as u64) > *most) {
            self.fault(message::count("maxLength", length, most));
        }
        if let Some(pattern) = self.keywords.get("pattern").and_then(Value::as_str)
            && let Some(regexp) = self.evaluation.pattern(pattern)
            && !regexp.is_match(text)
        {
            let (text, pattern) = (message::quote(text), message::quote(pattern));
            self.fault(format!("{text} does not match pattern {pattern}"));
        }
        // Of formats only this one is checked, and in schemas only.
        if self.keywords.get("format").and_then(Value::as_str) == Some("regex")
            && self.is_of_a_schema()
            && let Err(error) = Regexp::check(text)
        {
            let text = message::quote(text);
            self.fault(format!("{text} is not valid regex: {error}"));
        }
    }

    /// Whether what is checked is a schema itself.
    fn is_of_a_schema(&self) -> bool {
        self.schema
            .resolver
            .base_uri()
            .as_str()
            .contains("json-schema.org/")
    }

    pub(super) fn number(&mut self, value: f64) {
        let bound = |keyword: &str| self.keywords.get(keyword).and_then(Value::as_f64);
        let is = |keyword: &str| self.keywords.get(keyword) == Some(&Value::Bool(true));
        // The first drafts make a bound exclusive by a flag beside it.
        let (excludes_least, excludes_most) = (is("exclusiveMinimum"), is("exclusiveMaximum"));
        let (minimum, maximum) = (bound("minimum"), bound("maximum"));
        let exclusive_minimum = if excludes_least {
            minimum
        } else {
            bound("exclusiveMinimum")
        };
        let exclusive_maximum = if excludes_most {
            maximum
        } else {
            bound("exclusiveMaximum")
        };
        let multiple = bound("multipleOf").filter(|multiple| *multiple != 0.0);
        if let Some(want) = minimum.filter(|want| value < *want && !excludes_least) {
            self.fault(message::bound("minimum", value, want));
        }
        if let Some(want) = maximum.filter(|want| value > *want && !excludes_most) {
            self.fault(message::bound("maximum", value, want));
        }
        if let Some(want) = exclusive_minimum.filter(|want| value <= *want) {
            self.fault(message::bound("exclusiveMinimum", value, want));
        }
        if let Some(want) = exclusive_maximum.filter(|want| value >= *want) {
            self.fault(message::bound("exclusiveMaximum", value, want));
        }
        if let Some(want) = multiple.filter(|multiple| !is_multiple(value, *multiple)) {
            self.fault(message::bound("multipleOf", value, want));
        }
    }
}

/// A bound on a count, which may be written as a float.
pub(super) fn whole(value: &Value) -> Option<u64> {
    let is_whole = |number: &f64| *number >= 0.0 && number.fract() == 0.0;
    value
        .as_u64()
        .or_else(|| value.as_f64().filter(is_whole).map(|number| number as u64))
}

/// Whether a number is a multiple of another, both taken as the decimals that they are written as.
fn is_multiple(value: f64, of: f64) -> bool {
    let digits = |number: f64| {
        let text = gostd::strconv::format_float(number, 'f', -1);
        text.split_once('.')
            .map_or(0, |(_, fraction)| fraction.len())
    };
    let places = digits(value).max(digits(of));
    let scaled = |number: f64| {
        let text = gostd::strconv::format_float(number, 'f', i32::try_from(places).unwrap_or(0));
        text.replace('.', "").parse::<i128>().ok()
    };
    match (scaled(value), scaled(of)) {
        (Some(value), Some(of)) if of != 0 => value % of == 0,
        _ => (value / of).fract() == 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::is_multiple;

    #[test]
    fn multiples_are_those_of_decimals() {
        assert!(is_multiple(0.07, 0.01));
        assert!(is_multiple(9.0, 1.5));
        assert!(!is_multiple(3.25, 0.1));
    }
}
