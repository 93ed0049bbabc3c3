//! Pod templates for people.

use serde_json::Value;

use super::text::Text;
use super::{container, tolerations, topology, volume};
use crate::object::items;

/// Shows a pod template.
pub(crate) fn describe(text: &mut Text, template: &Value) {
    let spec = &template["spec"];
    text.line(0, "Pod Template:");
    text.labels("", "  Labels", &template["metadata"]["labels"]);
    let annotations = &template["metadata"]["annotations"];
    if annotations.as_object().is_some_and(|map| !map.is_empty()) {
        text.annotations("  Annotations", annotations);
    }
    text.field_if(1, "Service Account", &spec["serviceAccountName"]);
    let place = container::Place::Template;
    if !items(&spec["initContainers"]).is_empty() {
        container::describe(text, "Init Containers", &spec["initContainers"], &place);
    }
    container::describe(text, "Containers", &spec["containers"], &place);
    volume::describe(text, "  ", &spec["volumes"]);
    topology::describe(text, "  ", &spec["topologySpreadConstraints"]);
    text.field_if(1, "Priority Class Name", &spec["priorityClassName"]);
    text.labels("", "  Node-Selectors", &spec["nodeSelector"]);
    text.values(
        "",
        "  Tolerations",
        &tolerations::shown_ones(&spec["tolerations"]),
    );
}

#[cfg(test)]
mod tests {
    use super::{Text, describe};
    use serde_json::{Value, json};

    fn described(template: &Value) -> String {
        let mut text = Text::default();
        describe(&mut text, template);
        text.raw()
    }

    #[test]
    fn a_bare_template() {
        let template = json!({
            "metadata": {"labels": {"app": "web", "pod-template-hash": "657c9d4c5"}},
            "spec": {"containers": [{"name": "web", "image": "registry.example/web:1"}]},
        });
        assert_eq!(
            described(&template),
            "Pod Template:
  Labels:\tapp=web
\tpod-template-hash=657c9d4c5
  Containers:
   web:
    Image:\tregistry.example/web:1
    Port:\t<none>
    Host Port:\t<none>
    Environment:\t<none>
    Mounts:\t<none>
  Volumes:\t<none>
  Node-Selectors:\t<none>
  Tolerations:\t<none>
"
        );
    }

    #[test]
    fn what_a_container_has_is_shown() {
        let template = json!({
            "metadata": {"labels": {"app": "web"}, "annotations": {"note": "hi"}},
            "spec": {
                "containers": [{
                    "name": "web", "image": "i", "command": ["a", "b"],
                    "ports": [{"containerPort": 80, "protocol": "TCP"}, {"containerPort": 81, "protocol": "UDP"}],
                    "resources": {"limits": {"cpu": "1"}, "requests": {"cpu": "100m"}},
                    "readinessProbe": {"httpGet": {"path": "/", "port": 8080, "scheme": "HTTP"}, "timeoutSeconds": 1, "periodSeconds": 1, "successThreshold": 1, "failureThreshold": 3},
                    "env": [{"name": "A", "value": "1"}, {"name": "B", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}],
                    "volumeMounts": [{"name": "v", "mountPath": "/data", "readOnly": true}],
                }],
                "volumes": [{"name": "v", "emptyDir": {}}],
                "tolerations": [{"key": "k", "operator": "Exists", "effect": "NoSchedule"}],
            },
        });
        let text = described(&template);
        for line in [
            "  Annotations:\tnote: hi\n",
            "    Ports:\t80/TCP, 81/UDP\n    Host Ports:\t0/TCP, 0/UDP\n    Command:\n      a\n      b\n    Limits:\n      cpu:\t1\n    Requests:\n      cpu:\t100m\n",
            "    Readiness:\thttp-get http://:8080/ delay=0s timeout=1s period=1s successThreshold=1 failureThreshold=3\n",
            "    Environment:\n      A:\t1\n      B:\t<set to the key 'k' in secret 's'>\tOptional: false\n",
            "    Mounts:\n      /data from v (ro)\n",
            "  Volumes:\n   v:\n    Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)\n    Medium:\t\n    SizeLimit:\t<unset>\n",
            "  Tolerations:\tk:NoSchedule op=Exists\n",
        ] {
            assert!(text.contains(line), "{line:?} not in:\n{text}");
        }
    }
}
