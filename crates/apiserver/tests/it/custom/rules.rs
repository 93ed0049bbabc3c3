//! Rules of custom resources: what a definition may say, and what objects are refused for.

use serde_json::{Value, json};

use super::{DEFINITIONS, define, definition};
use crate::harness::Api;

const RULED: &str = "/apis/ruled.example/v1/namespaces/default/ruleds";

fn ruled(spec: &Value) -> Value {
    let schema = json!({"type": "object", "properties": {"spec": spec}});
    definition(
        "ruleds",
        "Ruled",
        "ruled.example",
        json!({"schema": {"openAPIV3Schema": schema}}),
    )
}

fn object(name: &str, spec: &Value) -> Value {
    json!({"apiVersion": "ruled.example/v1", "kind": "Ruled", "metadata": {"name": name}, "spec": spec})
}

/// Why an object is refused, without the words around it.
async fn refusal(api: &Api, spec: &Value) -> String {
    let refused = api.post(RULED, &object("refused", spec)).await;
    assert_eq!(refused.code, 422, "{}", refused.text);
    let message = refused.json["message"].as_str().unwrap();
    message
        .strip_prefix("Ruled.ruled.example \"refused\" is invalid: ")
        .unwrap()
        .to_owned()
}

#[tokio::test]
async fn values_that_break_rules_are_refused_in_the_rules_words() {
    let api = Api::new().await;
    let item = json!({"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 9}, "n": {"type": "integer"}},
        "x-kubernetes-validations": [{"rule": "!has(self.n) || self.n < 10", "messageExpression": "'%s has %d'.format([self.name, self.n])", "fieldPath": ".n"}]});
    define(&api, &ruled(&json!({
        "type": "object",
        "properties": {
            "items": {"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], "items": item},
            "labels": {"type": "object", "maxProperties": 5, "additionalProperties": {"type": "string", "maxLength": 9,
                "x-kubernetes-validations": [{"rule": "self != 'bad'", "message": "bad label", "reason": "FieldValueForbidden"}]}},
            "either": {"x-kubernetes-int-or-string": true, "x-kubernetes-validations": [{"rule": "self > 5"}]},
            "cpu": {"type": "string", "maxLength": 20, "x-kubernetes-validations": [{"rule": "isQuantity(self) && quantity(self).isGreaterThan(quantity('100m'))"}]},
            "a": {"type": "integer"}, "b": {"type": "integer"},
        },
        "x-kubernetes-validations": [
            {"rule": "!has(self.b) || has(self.a)", "message": "a is missing", "reason": "FieldValueRequired", "fieldPath": ".a"},
            {"rule": "!has(self.a) || 10 / self.a > 1", "message": "a is large", "reason": "FieldValueDuplicate"},
        ],
    }))).await;
    for (spec, expected) in [
        (
            json!({"items": [{"name": "x"}, {"name": "y", "n": 10}]}),
            "spec.items[1].n: Invalid value: y has 10",
        ),
        (
            json!({"labels": {"k": "bad"}}),
            "spec.labels[k]: Forbidden: bad label",
        ),
        (
            json!({"either": "x"}),
            "spec.either: Invalid value: \"x\": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self > 5",
        ),
        (
            json!({"cpu": "50m"}),
            "spec.cpu: Invalid value: \"50m\": failed rule: isQuantity(self) && quantity(self).isGreaterThan(quantity('100m'))",
        ),
        (json!({"b": 1}), "spec.a: Required value: a is missing"),
        (json!({"a": 9}), "spec: Duplicate value"),
        (
            json!({"a": 0}),
            "spec: Invalid value: division by zero evaluating rule: a is large",
        ),
    ] {
        assert_eq!(refusal(&api, &spec).await, expected, "{spec}");
    }
    let good = json!({"items": [{"name": "x", "n": 9}], "labels": {"k": "v"}, "either": 6, "cpu": "1", "a": 2, "b": 1});
    let taken = api.post(RULED, &object("good", &good)).await;
    assert_eq!(taken.code, 201, "{}", taken.text);
}

#[tokio::test]
async fn rules_about_changes_see_what_was() {
    let api = Api::new().await;
    let keyed = json!({"type": "array", "maxItems": 5, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
        "items": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "size": {"type": "integer"}},
            "x-kubernetes-validations": [{"rule": "self.size >= oldSelf.size", "message": "may not shrink"}]}});
    define(&api, &ruled(&json!({"type": "object", "properties": {
        "fixed": {"type": "string", "maxLength": 9, "x-kubernetes-validations": [{"rule": "self == oldSelf", "message": "is fixed"}]},
        "first": {"type": "integer", "x-kubernetes-validations": [{"rule": "oldSelf.hasValue() ? self > oldSelf.value() : self == 1", "optionalOldSelf": true, "message": "counts up from one"}]},
        "volumes": keyed,
    }}))).await;
    assert_eq!(
        refusal(&api, &json!({"first": 2})).await,
        "spec.first: Invalid value: 2: counts up from one"
    );
    let first = json!({"fixed": "a", "first": 1, "volumes": [{"name": "x", "size": 2}, {"name": "y", "size": 5}]});
    let made = api.post(RULED, &object("one", &first)).await;
    assert_eq!(made.code, 201, "{}", made.text);
    let patch = |spec: Value| {
        let api = &api;
        async move {
            api.merge(&format!("{RULED}/one"), &json!({"spec": spec}))
                .await
        }
    };
    let refused = patch(
        json!({"fixed": "b", "volumes": [{"name": "y", "size": 4}, {"name": "x", "size": 2}]}),
    )
    .await;
    assert_eq!(
        refused.json["message"],
        "Ruled.ruled.example \"one\" is invalid: [spec.first: Invalid value: 1: counts up from one, spec.fixed: Invalid value: \"b\": is fixed, spec.volumes[0]: Invalid value: may not shrink]"
    );
    let taken = patch(
        json!({"first": 2, "volumes": [{"name": "new", "size": 1}, {"name": "y", "size": 6}]}),
    )
    .await;
    assert_eq!(taken.code, 200, "{}", taken.text);
}

#[tokio::test]
async fn what_broke_a_rule_before_may_stay_as_it_is() {
    let api = Api::new().await;
    let spec = |rules: Value| json!({"type": "object", "x-kubernetes-validations": rules, "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}});
    define(&api, &ruled(&spec(json!([])))).await;
    api.post(RULED, &object("one", &json!({"a": 9}))).await;
    let stricter = json!({"spec": {"versions": [{
        "name": "v1", "served": true, "storage": true,
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec(json!([{"rule": "self.a < 5", "message": "too much"}]))}}},
    }]}});
    let changed = api
        .merge(&format!("{DEFINITIONS}/ruleds.ruled.example"), &stricter)
        .await;
    assert_eq!(changed.code, 200, "{}", changed.text);
    let labelled = api
        .merge(
            &format!("{RULED}/one"),
            &json!({"metadata": {"labels": {"k": "v"}}}),
        )
        .await;
    assert_eq!(labelled.code, 200, "{}", labelled.text);
    let touched = api
        .merge(&format!("{RULED}/one"), &json!({"spec": {"b": 1}}))
        .await;
    assert_eq!(
        touched.json["message"],
        "Ruled.ruled.example \"one\" is invalid: spec: Invalid value: too much"
    );
}

#[tokio::test]
async fn definitions_with_wrong_rules_are_refused() {
    let api = Api::new().await;
    let at = "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0]";
    for (rule, expected) in [
        (
            json!({"rule": " "}),
            "rule: Required value: rule is not specified",
        ),
        (
            json!({"rule": "true", "message": "a\nb"}),
            "message: Invalid value: \"a\\nb\": message must not contain line breaks",
        ),
        (
            json!({"rule": "true ||\nfalse"}),
            "message: Required value: message must be specified if rule contains line breaks",
        ),
        (
            json!({"rule": "true", "reason": "Odd"}),
            "reason: Unsupported value: \"Odd\": supported values: \"FieldValueDuplicate\", \"FieldValueForbidden\", \"FieldValueInvalid\", \"FieldValueRequired\"",
        ),
        (
            json!({"rule": "true", "fieldPath": ".nothing"}),
            "fieldPath: Invalid value: \".nothing\": fieldPath must be a valid path",
        ),
        (
            json!({"rule": "true", "messageExpression": "1"}),
            "messageExpression: Invalid value: {\"Rule\":\"true\",\"Message\":\"\",\"MessageExpression\":\"1\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: messageExpression must evaluate to a string",
        ),
        (
            json!({"rule": "true", "optionalOldSelf": true}),
            "optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule",
        ),
        (
            json!({"rule": "self.a == 'x'"}),
            "rule: Invalid value: {\"Rule\":\"self.a == 'x'\",\"Message\":\"\",\"MessageExpression\":\"\",\"Reason\":null,\"FieldPath\":\"\",\"OptionalOldSelf\":null}: compilation failed: ERROR: <input>:1:8: found no matching overload for '_==_' applied to '(int, string)'\n | self.a == 'x'\n | .......^",
        ),
    ] {
        let spec = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "x-kubernetes-validations": [rule]});
        let refused = api.post(DEFINITIONS, &ruled(&spec)).await;
        assert_eq!(
            refused.json["message"],
            format!(
                "CustomResourceDefinition.apiextensions.k8s.io \"ruleds.ruled.example\" is invalid: {at}.{expected}"
            ),
        );
    }
    let atomic = json!({"type": "object", "properties": {"l": {"type": "array", "maxItems": 3, "items": {"type": "integer", "x-kubernetes-validations": [{"rule": "self > oldSelf"}]}}}});
    let refused = api.post(DEFINITIONS, &ruled(&atomic)).await;
    assert_eq!(
        refused.json["message"],
        "CustomResourceDefinition.apiextensions.k8s.io \"ruleds.ruled.example\" is invalid: spec.validation.openAPIV3Schema.properties[spec].properties[l].items.x-kubernetes-validations[0].rule: Invalid value: \"self > oldSelf\": oldSelf cannot be used on the uncorrelatable portion of the schema within spec.validation.openAPIV3Schema.properties[spec].properties[l]"
    );
}
