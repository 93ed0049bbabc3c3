//! How kubectl tells a request that failed.

use cliruntime::{ApiError, Unreachable};
use serde_json::Value;

/// What kubectl prints, without any prefix to come.
pub(crate) fn told(error: &ApiError) -> String {
    match error {
        ApiError::Refused(status) if error.is_invalid() => invalid(status),
        ApiError::Refused(status) if error.reason() == "Unauthorized" => {
            let message = text(&status["message"]);
            format!("error: You must be logged in to the server ({message})")
        }
        ApiError::Refused(status) => {
            let message = text(&status["message"]);
            match error.reason() {
                "" => format!("Error from server: {message}"),
                reason => format!("Error from server ({reason}): {message}"),
            }
        }
        ApiError::Unreachable(unreachable) => no_answer(unreachable),
        ApiError::NotJson(_) | ApiError::BadRequestLine { .. } => format!("error: {error}"),
    }
}

fn no_answer(unreachable: &Unreachable) -> String {
    if unreachable.is_refused {
        return format!(
            "The connection to the server {} was refused - did you specify the right host or port?",
            unreachable.host
        );
    }
    format!("Unable to connect to the server: {}", unreachable.cause)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `The Deployment "web" is invalid: …`, with one cause on the line or several as a list.
fn invalid(status: &Value) -> String {
    let details = &status["details"];
    let (kind, name) = (text(&details["kind"]), text(&details["name"]));
    let mut causes: Vec<String> = Vec::new();
    for cause in details["causes"].as_array().into_iter().flatten() {
        let cause = match cause["field"].as_str().unwrap_or_default() {
            "" => text(&cause["message"]),
            field => format!("{field}: {}", text(&cause["message"])),
        };
        if !causes.contains(&cause) {
            causes.push(cause);
        }
    }
    let prefix = match (kind.as_str(), name.as_str(), causes.as_slice()) {
        ("", "", []) => return format!("The request is invalid: {}", text(&status["message"])),
        ("", "", _) => "The request is invalid".to_owned(),
        _ => format!("The {kind} {name:?} is invalid"),
    };
    match causes.as_slice() {
        [] => prefix,
        [cause] => format!("{prefix}: {cause}"),
        causes => {
            let lines: Vec<String> = causes.iter().map(|cause| format!("* {cause}")).collect();
            format!("{prefix}: \n{}", lines.join("\n"))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_cause_stays_on_the_line_and_several_make_a_list() {
        let status = |causes: Value| json!({"kind": "Status", "reason": "Invalid", "details": {"kind": "Deployment", "name": "web", "causes": causes}});
        let refused = |causes| ApiError::Refused(Box::new(status(causes)));
        let one = refused(json!([{"field": "spec.a", "message": "Required value"}]));
        assert_eq!(
            told(&one),
            "The Deployment \"web\" is invalid: spec.a: Required value"
        );
        let two = refused(json!([
            {"field": "spec.a", "message": "Required value"},
            {"field": "spec.b", "message": "Invalid value"},
        ]));
        assert_eq!(
            told(&two),
            "The Deployment \"web\" is invalid: \n* spec.a: Required value\n* spec.b: Invalid value"
        );
    }
}
