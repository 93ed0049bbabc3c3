//! What becomes of definitions.

use serde_json::{Value, json};

use super::{DEFINITIONS, define, definition, gadgets};
use crate::harness::Api;

#[tokio::test]
async fn a_definition_is_established_and_served_at_once() {
    let api = Api::new().await;
    let created = api.post(DEFINITIONS, &gadgets()).await;
    assert_eq!(created.code, 201, "{}", created.text);
    assert_eq!(
        created.json["status"],
        json!({"conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": ["v1"]})
    );
    assert_eq!(
        created.json["spec"]["conversion"],
        json!({"strategy": "None"})
    );
    let settled = api
        .get(&format!("{DEFINITIONS}/gadgets.made.example"))
        .await;
    let status = &settled.json["status"];
    assert_eq!(
        status["acceptedNames"],
        json!({
            "plural": "gadgets", "singular": "gadget", "kind": "Gadget", "listKind": "GadgetList",
            "shortNames": ["ga"], "categories": ["all"],
        })
    );
    let told: Vec<String> = status["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|condition| {
            ["type", "status", "reason", "message"]
                .map(|key| condition[key].as_str().unwrap())
                .join(" ")
        })
        .collect();
    assert_eq!(
        told,
        [
            "NamesAccepted True NoConflicts no conflicts found",
            "Established True InitialNamesAccepted the initial names have been accepted"
        ]
    );
    let managers = &settled.json["metadata"]["managedFields"];
    assert_eq!(managers[0]["manager"], "kube-apiserver");
    assert_eq!(managers[0]["subresource"], "status");
    let condition = json!({".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:reason": {}, "f:status": {}, "f:type": {}});
    assert_eq!(
        managers[0]["fieldsV1"]["f:status"]["f:conditions"],
        json!({"k:{\"type\":\"Established\"}": condition, "k:{\"type\":\"NamesAccepted\"}": condition})
    );
    assert_eq!(settled.json["metadata"]["generation"], 1);
    let list = api.get("/apis/made.example/v1/gadgets").await;
    assert_eq!(list.json["kind"], "GadgetList");
}

#[tokio::test]
async fn a_name_that_is_taken_is_not_served_until_it_is_free() {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let open = json!({"schema": {"openAPIV3Schema": {"type": "object"}}});
    define(&api, &definition("gizmos", "Gadget", "made.example", open)).await;
    let path = format!("{DEFINITIONS}/gizmos.made.example");
    let clash = api.get(&path).await;
    assert_eq!(
        clash.json["status"]["conditions"][0]["message"],
        "\"GadgetList\" is already in use"
    );
    assert_eq!(
        api.get("/apis/made.example/v1/namespaces/default/gizmos")
            .await
            .code,
        404
    );
    let gone = api
        .delete(&format!("{DEFINITIONS}/gadgets.made.example"), "")
        .await;
    assert_eq!(gone.code, 200, "{}", gone.text);
    assert_eq!(
        api.get("/apis/made.example/v1/namespaces/default/gizmos")
            .await
            .code,
        200
    );
}

#[tokio::test]
async fn the_objects_go_with_their_definition() {
    let api = Api::new().await;
    define(&api, &gadgets()).await;
    let collection = "/apis/made.example/v1/namespaces/default/gadgets";
    for (name, finalizers) in [("plain", json!([])), ("held", json!(["made.example/hold"]))] {
        let object = json!({"metadata": {"name": name, "finalizers": finalizers}});
        assert_eq!(api.post(collection, &object).await.code, 201);
    }
    let path = format!("{DEFINITIONS}/gadgets.made.example");
    let marked = api.delete(&path, "").await;
    assert_eq!(
        marked.json["metadata"]["finalizers"],
        json!(["customresourcecleanup.apiextensions.k8s.io"])
    );
    let waiting = api.get(&path).await;
    assert_eq!(
        waiting.json["status"]["conditions"][2]["message"],
        "CustomResource deletion is in progress"
    );
    let refused = api
        .post(collection, &json!({"metadata": {"name": "late"}}))
        .await;
    assert_eq!(refused.code, 405);
    assert_eq!(
        refused.json["message"],
        "create not allowed while custom resource definition is terminating"
    );
    let left = api.get(collection).await;
    assert_eq!(left.json["items"].as_array().map(Vec::len), Some(1));
    let released = api
        .merge(
            &format!("{collection}/held"),
            &json!({"metadata": {"finalizers": null}}),
        )
        .await;
    assert_eq!(released.code, 200, "{}", released.text);
    assert_eq!(api.get(&path).await.code, 404);
    let after = api.get(collection).await;
    assert_eq!((after.code, &*after.text), (404, "404 page not found\n"));
}

#[tokio::test]
async fn discovery_and_openapi_tell_of_it() {
    let api = Api::new().await;
    let before = api.get("/openapi/v3").await.text;
    define(&api, &gadgets()).await;
    let list = api.get("/apis/made.example/v1").await;
    let verbs = json!([
        "delete",
        "deletecollection",
        "get",
        "list",
        "patch",
        "create",
        "update",
        "watch"
    ]);
    assert_eq!(
        list.json["resources"],
        json!([
            {"name": "gadgets", "singularName": "gadget", "namespaced": true, "kind": "Gadget", "verbs": verbs,
                "shortNames": ["ga"], "categories": ["all"]},
            {"name": "gadgets/status", "singularName": "", "namespaced": true, "kind": "Gadget", "verbs": ["get", "patch", "update"]},
            {"name": "gadgets/scale", "singularName": "", "namespaced": true, "group": "autoscaling", "version": "v1",
                "kind": "Scale", "verbs": ["get", "patch", "update"]},
        ])
    );
    let index = api.get("/openapi/v3").await;
    assert_ne!(index.text, before);
    let url = index.json["paths"]["apis/made.example/v1"]["serverRelativeURL"]
        .as_str()
        .unwrap()
        .to_owned();
    let document = api.get(&url).await;
    let gadget = &document.json["components"]["schemas"]["example.made.v1.Gadget"];
    assert_eq!(
        gadget["properties"]["spec"]["properties"]["port"],
        json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "x-kubernetes-int-or-string": true})
    );
    assert_eq!(
        gadget["properties"]["metadata"],
        json!({"allOf": [{"$ref": "#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}]})
    );
    assert_eq!(
        gadget["x-kubernetes-selectable-fields"],
        json!([{"fieldPath": "spec.color"}])
    );
    let swagger = api.get("/openapi/v2").await;
    assert_eq!(
        swagger.json["definitions"]["example.made.v1.GadgetList"]["properties"]["items"]["items"],
        json!({"$ref": "#/definitions/example.made.v1.Gadget"})
    );
}

#[tokio::test]
async fn what_a_definition_may_not_say() {
    let api = Api::new().await;
    let schema = |properties: Value| json!({"schema": {"openAPIV3Schema": {"type": "object", "properties": properties}}});
    let a = "spec.validation.openAPIV3Schema.properties[a]";
    for (properties, expected) in [
        (json!({"a": {}}), format!("{a}.type: Required value: must not be empty for specified object fields")),
        (json!({"a": {"type": "array"}}), format!("{a}.items: Required value: must be specified")),
        (json!({"a": {"type": "array", "items": {}}}), format!("{a}.items.type: Required value: must not be empty for specified array items")),
        (json!({"a": {"type": "object", "properties": {"b": {"type": "string"}}, "additionalProperties": {"type": "string"}}}),
            format!("{a}.additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive")),
        (json!({"a": {"type": "integer", "default": "x"}}), format!("{a}.default: Invalid value: \"string\":  in body must be of type integer: \"string\"")),
        (json!({"a": {"type": "string", "$ref": "#/x"}}), format!("{a}.$ref: Forbidden: $ref is not supported")),
        (json!({"a": {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map"}}),
            format!("{a}.x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map")),
        (json!({"a": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["n"],
                "items": {"type": "object", "properties": {"n": {"type": "string"}}}}}),
            format!("{a}.items.properties[n].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property")),
        (json!({"a": {"type": "string", "anyOf": [{"type": "string"}]}}), format!("{a}.anyOf[0].type: Forbidden: must be empty to be structural")),
        (json!({"a": {"type": "object", "properties": {}, "anyOf": [{"properties": {"b": {"pattern": "x"}}}]}}),
            format!("{a}.properties[b]: Required value: because it is defined in {a}.anyOf[0].properties[b]")),
        (json!({"metadata": {"type": "object", "properties": {"labels": {"type": "object"}}}}),
            "spec.validation.openAPIV3Schema.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified".to_owned()),
    ] {
        let refused = api
            .post(DEFINITIONS, &definition("as", "A", "made.example", schema(properties.clone())))
            .await;
        assert_eq!(refused.code, 422, "{properties} {}", refused.text);
        assert_eq!(
            refused.json["message"],
            format!("CustomResourceDefinition.apiextensions.k8s.io \"as.made.example\" is invalid: {expected}")
        );
    }
    let mut several = definition("as", "A", "made.example", schema(json!({"a": {}})));
    let second = json!({"name": "v2", "served": true, "storage": false, "schema": {"openAPIV3Schema": {"type": "object"}}});
    several["spec"]["versions"]
        .as_array_mut()
        .unwrap()
        .push(second);
    let refused = api.post(DEFINITIONS, &several).await;
    assert_eq!(
        refused.json["details"]["causes"][0]["field"],
        "spec.versions[0].schema.openAPIV3Schema.properties[a].type"
    );
}
