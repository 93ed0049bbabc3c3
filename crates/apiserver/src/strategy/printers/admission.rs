//! Webhooks and policies of admission.

use serde_json::Value;

use super::cell::{age, items, name, text};
use super::{AGE, NAME, Printer, number, text as column};

/// The printers of the group `admissionregistration.k8s.io`.
pub(super) fn of(resource: &str) -> Option<&'static Printer> {
    Some(match resource {
        "mutatingadmissionpolicies" => &MUTATING_POLICY,
        "mutatingwebhookconfigurations" | "validatingwebhookconfigurations" => &WEBHOOKS,
        "validatingadmissionpolicies" => &VALIDATING_POLICY,
        "mutatingadmissionpolicybindings" | "validatingadmissionpolicybindings" => &POLICY_BINDING,
        _ => return None,
    })
}

static WEBHOOKS: Printer = Printer {
    columns: &[NAME, number("Webhooks"), AGE],
    row: |object, now| {
        vec![
            name(object),
            items(&object["webhooks"]).count().into(),
            age(object, now),
        ]
    },
};

static VALIDATING_POLICY: Printer = Printer {
    columns: &[NAME, number("Validations"), column("ParamKind"), AGE],
    row: |object, now| {
        let spec = &object["spec"];
        vec![
            name(object),
            items(&spec["validations"]).count().into(),
            kind_of(&spec["paramKind"]),
            age(object, now),
        ]
    },
};

static MUTATING_POLICY: Printer = Printer {
    columns: &[NAME, number("Mutations"), column("ParamKind"), AGE],
    row: |object, now| {
        let spec = &object["spec"];
        vec![
            name(object),
            items(&spec["mutations"]).count().into(),
            kind_of(&spec["paramKind"]),
            age(object, now),
        ]
    },
};

static POLICY_BINDING: Printer = Printer {
    columns: &[NAME, column("PolicyName"), column("ParamRef"), AGE],
    row: |object, now| {
        let reference = &object["spec"]["paramRef"];
        let shown = match (reference.is_object(), text(&reference["namespace"])) {
            (false, _) => "<unset>".to_owned(),
            (true, "") => format!("*/{}", text(&reference["name"])),
            (true, namespace) => format!("{namespace}/{}", text(&reference["name"])),
        };
        vec![
            name(object),
            object["spec"]["policyName"].clone(),
            shown.into(),
            age(object, now),
        ]
    },
};

fn kind_of(kind: &Value) -> Value {
    if !kind.is_object() {
        return "<unset>".into();
    }
    format!("{}/{}", text(&kind["apiVersion"]), text(&kind["kind"])).into()
}
