//! Discovery and negotiation as recorded.

use std::fs;

use serde_json::Value;

use super::{difference, recordings, request};
use crate::harness::{Api, answer};

/// Subresources that lead to a node or sign tokens.
const NOT_SERVED: [&str; 8] = [
    "attach",
    "exec",
    "log",
    "portforward",
    "proxy",
    "token",
    "nodes/proxy",
    "services/proxy",
];

#[tokio::test]
async fn resources_are_listed_as_recorded() {
    let Some(root) = recordings() else { return };
    let api = Api::new().await;
    let mut compared = 0;
    for case in [
        "api-v1",
        "apis-apps-v1",
        "apis-autoscaling-v2",
        "apis-batch-v1",
    ] {
        let case = root.join("discovery").join(case);
        let text = fs::read_to_string(case.join("response.json")).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        let found = answer(api.send(request(&case).unwrap()).await).await.json;
        assert_eq!(found["groupVersion"], expected["groupVersion"]);
        for resource in expected["resources"].as_array().unwrap() {
            let name = resource["name"].as_str().unwrap();
            if name
                .rsplit('/')
                .next()
                .is_some_and(|last| NOT_SERVED.contains(&last))
            {
                continue;
            }
            let mut resource = resource.clone();
            resource
                .as_object_mut()
                .unwrap()
                .remove("storageVersionHash");
            let here = found["resources"]
                .as_array()
                .unwrap()
                .iter()
                .find(|here| here["name"] == name);
            assert_eq!(here, Some(&resource), "{name}");
            compared += 1;
        }
    }
    println!("{compared} resources alike");
}

#[tokio::test]
async fn groups_come_in_the_recorded_order() {
    let Some(root) = recordings() else { return };
    let api = Api::new().await;
    let case = root.join("discovery/aggregated-apis");
    let text = fs::read_to_string(case.join("response.json")).unwrap();
    let names = |list: &Value| -> Vec<String> {
        let groups = list["items"].as_array().unwrap().iter();
        groups
            .map(|group| group["metadata"]["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let found = names(&answer(api.send(request(&case).unwrap()).await).await.json);
    let expected: Vec<String> = names(&serde_json::from_str(&text).unwrap());
    let known: Vec<String> = expected
        .into_iter()
        .filter(|name| found.contains(name))
        .collect();
    let here: Vec<String> = found
        .into_iter()
        .filter(|name| known.contains(name))
        .collect();
    assert_eq!(here, known);
}

#[tokio::test]
async fn forms_that_are_not_there_are_refused_as_recorded() {
    let Some(root) = recordings() else { return };
    for case in ["include-bad", "unknown-version"] {
        let case = root.join("tables/variants").join(case);
        let text = fs::read_to_string(case.join("response.json")).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        let api = Api::new().await;
        let found = answer(api.send(request(&case).unwrap()).await).await;
        assert_eq!(difference(&expected, &found), None, "{}", case.display());
    }
}
