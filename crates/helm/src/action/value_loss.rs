//! Values that an upgrade would drop without a word.

use serde_json::Value;

/// A value that was set before and is not any more.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lost {
    /// The path of its key, with dots.
    pub(crate) path: String,
    /// What it was.
    pub(crate) before: Value,
    /// What it falls back to; none if the chart has no default.
    pub(crate) fallback: Option<Value>,
}

/// The values of `before` that `now` does not set, with what they fall back to. Those that equal the default are not lost.
pub(crate) fn lost(before: &Value, now: &Value, defaults: &Value) -> Vec<Lost> {
    let mut found = Vec::new();
    collect(before, Some(now), Some(defaults), "", &mut found);
    found
}

fn collect(
    before: &Value,
    now: Option<&Value>,
    default: Option<&Value>,
    path: &str,
    found: &mut Vec<Lost>,
) {
    if let Value::Object(fields) = before
        && now.is_none_or(Value::is_object)
        && !fields.is_empty()
    {
        for (key, value) in fields {
            let path = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            let now = now.and_then(|now| now.get(key));
            let default = default.and_then(|default| default.get(key));
            collect(value, now, default, &path, found);
        }
        return;
    }
    if now.is_none() && default != Some(before) {
        found.push(Lost {
            path: path.to_owned(),
            before: before.clone(),
            fallback: default.cloned(),
        });
    }
}

/// The warning, line by line.
pub(crate) fn warning(lost: &[Lost], revision: i64) -> String {
    let mut text = format!(
        "warning: revision {revision} was given values that this upgrade does not repeat; they fall back:\n"
    );
    for value in lost {
        let fallback = match &value.fallback {
            Some(fallback) => format!("{fallback} (the chart's default)"),
            None => "nothing (the chart has no default)".to_owned(),
        };
        text.push_str(&format!(
            "  {}: {} -> {fallback}\n",
            value.path, value.before
        ));
    }
    text.push_str(
        "hint: --reset-then-reuse-values keeps them; --reset-values says that they are to go\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_repeated_falls_back() {
        let before = json!({"driver": {"enabled": false, "same": 1}, "toolkit": {"enabled": false}, "own": [1]});
        let now = json!({"toolkit": {"enabled": true}});
        let defaults =
            json!({"driver": {"enabled": true, "same": 1}, "toolkit": {"enabled": true}});
        let lost = lost(&before, &now, &defaults);
        let paths: Vec<&str> = lost.iter().map(|lost| lost.path.as_str()).collect();
        assert_eq!(paths, ["driver.enabled", "own"]);
        assert_eq!(
            warning(&lost, 2),
            "warning: revision 2 was given values that this upgrade does not repeat; they fall back:\n  driver.enabled: false -> true (the chart's default)\n  own: [1] -> nothing (the chart has no default)\nhint: --reset-then-reuse-values keeps them; --reset-values says that they are to go\n"
        );
    }
}
