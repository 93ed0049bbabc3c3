//! Quotas and limit ranges.

use serde_json::{Value, json};

use crate::harness::Api;

const HERE: &str = "/api/v1/namespaces/default";

fn config_map(name: &str) -> Value {
    json!({"metadata": {"name": name}})
}

fn pod(name: &str, resources: &Value) -> Value {
    let container = json!({"name": "c", "image": "r/w:1", "resources": resources});
    json!({"metadata": {"name": name}, "spec": {"containers": [container]}})
}

async fn limited(api: &Api, hard: Value) {
    let quota = json!({"metadata": {"name": "q"}, "spec": {"hard": hard}});
    let made = api.post(&format!("{HERE}/resourcequotas"), &quota).await;
    assert_eq!(made.code, 201, "{}", made.text);
}

async fn status(api: &Api) -> Value {
    let quota = api.get(&format!("{HERE}/resourcequotas/q")).await;
    quota.json["status"].clone()
}

#[tokio::test]
async fn what_is_more_than_a_quota_allows_is_refused_and_what_is_used_is_told() {
    let api = Api::new().await;
    limited(
        &api,
        json!({"configmaps": "2", "pods": "1", "requests.cpu": "500m", "services.nodeports": "0", "count/deployments.apps": "0"}),
    )
    .await;
    for name in ["c0", "c1"] {
        let made = api.post(&format!("{HERE}/configmaps"), &config_map(name)).await;
        assert_eq!(made.code, 201, "{}", made.text);
    }
    let half = json!({"requests": {"cpu": "400m"}});
    let more = json!({"requests": {"cpu": "600m"}});
    let less = json!({"requests": {"cpu": "200m"}});
    let template = json!({"metadata": {"labels": {"app": "d"}}, "spec": pod("", &json!({}))["spec"]});
    let deployment = json!({
        "metadata": {"name": "d"},
        "spec": {"selector": {"matchLabels": {"app": "d"}}, "template": template},
    });
    let service = json!({"metadata": {"name": "s"}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}});
    let core = |resource: &str| format!("{HERE}/{resource}");
    let deployments = "/apis/apps/v1/namespaces/default/deployments".to_owned();
    let cases = [
        (core("configmaps"), config_map("c2"), "configmaps \"c2\" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=2, limited: configmaps=2"),
        (core("pods"), pod("p", &json!({})), "pods \"p\" is forbidden: failed quota: q: must specify requests.cpu for: c"),
        (core("pods"), pod("p", &more), "pods \"p\" is forbidden: exceeded quota: q, requested: requests.cpu=600m, used: requests.cpu=0, limited: requests.cpu=500m"),
        (core("services"), service, "services \"s\" is forbidden: exceeded quota: q, requested: services.nodeports=1, used: services.nodeports=0, limited: services.nodeports=0"),
        (deployments, deployment, "deployments.apps \"d\" is forbidden: exceeded quota: q, requested: count/deployments.apps=1, used: count/deployments.apps=0, limited: count/deployments.apps=0"),
        (core("pods"), pod("first", &half), ""),
        (core("pods"), pod("p", &less), "pods \"p\" is forbidden: exceeded quota: q, requested: pods=1,requests.cpu=200m, used: pods=1,requests.cpu=400m, limited: pods=1,requests.cpu=500m"),
    ];
    for (path, object, expected) in cases {
        let answer = api.post(&path, &object).await;
        if expected.is_empty() {
            assert_eq!(answer.code, 201, "{}", answer.text);
        } else {
            assert_eq!((answer.code, &answer.json["message"]), (403, &json!(expected)));
        }
    }
    let used = json!({"configmaps": "2", "pods": "1", "requests.cpu": "400m", "services.nodeports": "0", "count/deployments.apps": "0"});
    assert_eq!(status(&api).await["used"], used);
    api.delete(&format!("{HERE}/configmaps/c0"), "").await;
    assert_eq!(status(&api).await["used"]["configmaps"], "1");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn however_many_come_at_once_no_quota_is_exceeded() {
    let api = std::sync::Arc::new(Api::new().await);
    limited(&api, json!({"configmaps": "5"})).await;
    let mut running = tokio::task::JoinSet::new();
    for number in 0..40 {
        let api = api.clone();
        running.spawn(async move {
            let made = api
                .post(&format!("{HERE}/configmaps"), &config_map(&format!("c{number}")))
                .await;
            made.code
        });
    }
    let codes = running.join_all().await;
    let made = codes.iter().filter(|code| **code == 201).count();
    assert_eq!((made, codes.len()), (5, 40), "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, 201 | 403)), "{codes:?}");
    let there = api.get(&format!("{HERE}/configmaps")).await;
    assert_eq!(there.json["items"].as_array().map(Vec::len), Some(5));
    assert_eq!(status(&api).await["used"]["configmaps"], "5");
}

#[tokio::test]
async fn a_limit_range_fills_in_and_refuses() {
    let api = Api::new().await;
    let container = json!({
        "type": "Container", "min": {"memory": "10Mi"}, "max": {"cpu": "1", "memory": "1Gi"},
        "default": {"cpu": "500m", "memory": "100Mi"}, "defaultRequest": {"cpu": "250m", "memory": "50Mi"},
        "maxLimitRequestRatio": {"cpu": "2"},
    });
    let whole = json!({"type": "Pod", "max": {"memory": "1Gi"}});
    let claim = json!({"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}});
    let range = json!({"metadata": {"name": "l"}, "spec": {"limits": [container, whole, claim]}});
    let made = api.post(&format!("{HERE}/limitranges"), &range).await;
    assert_eq!(made.code, 201, "{}", made.text);
    let pods = format!("{HERE}/pods");
    let plain = api.post(&pods, &pod("plain", &json!({}))).await;
    assert_eq!(
        plain.json["spec"]["containers"][0]["resources"],
        json!({"requests": {"cpu": "250m", "memory": "50Mi"}, "limits": {"cpu": "500m", "memory": "100Mi"}})
    );
    assert_eq!(
        plain.json["metadata"]["annotations"]["kubernetes.io/limit-ranger"],
        "LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c"
    );
    let cases = [
        (
            json!({"limits": {"cpu": "2", "memory": "20Mi"}}),
            "pods \"p\" is forbidden: maximum cpu usage per Container is 1, but limit is 2",
        ),
        (
            json!({"limits": {"cpu": "1", "memory": "20Mi"}, "requests": {"cpu": "100m"}}),
            "pods \"p\" is forbidden: cpu max limit to request ratio per Container is 2, but provided ratio is 10.000000",
        ),
        (
            json!({"limits": {"cpu": "3", "memory": "3Gi"}, "requests": {"cpu": "100m", "memory": "1Mi"}}),
            "pods \"p\" is forbidden: [minimum memory usage per Container is 10Mi, but request is 1Mi, maximum cpu usage per Container is 1, but limit is 3, maximum memory usage per Container is 1Gi, but limit is 3Gi, cpu max limit to request ratio per Container is 2, but provided ratio is 30.000000, maximum memory usage per Pod is 1Gi, but limit is 3Gi]",
        ),
    ];
    for (resources, expected) in cases {
        let refused = api.post(&pods, &pod("p", &resources)).await;
        assert_eq!((refused.code, &refused.json["message"]), (403, &json!(expected)));
    }
    let spec = json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Mi"}}});
    let claim = json!({"metadata": {"name": "p"}, "spec": spec});
    let refused = api.post(&format!("{HERE}/persistentvolumeclaims"), &claim).await;
    assert_eq!(
        refused.json["message"],
        "persistentvolumeclaims \"p\" is forbidden: minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi"
    );
}
