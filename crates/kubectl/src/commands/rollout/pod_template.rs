//! A pod template for people, as `describe` shows it.

mod container;
mod volume;

use serde_json::Value;

const LONGEST_ANNOTATION: usize = 140;

/// The template, with a TAB between each name and its value.
pub(super) fn describe(template: &Value) -> String {
    let spec = &template["spec"];
    let mut text = String::from("Pod Template:\n");
    multiline(
        &mut text,
        "  Labels",
        &pairs(&template["metadata"]["labels"], "="),
    );
    annotations(&mut text, &template["metadata"]["annotations"]);
    line_if(&mut text, "  Service Account:", &spec["serviceAccountName"]);
    if !items(&spec["initContainers"]).is_empty() {
        container::describe(&mut text, "Init Containers", &spec["initContainers"]);
    }
    container::describe(&mut text, "Containers", &spec["containers"]);
    volume::describe(&mut text, &spec["volumes"]);
    spread_constraints(&mut text, &spec["topologySpreadConstraints"]);
    line_if(
        &mut text,
        "  Priority Class Name:",
        &spec["priorityClassName"],
    );
    multiline(
        &mut text,
        "  Node-Selectors",
        &pairs(&spec["nodeSelector"], "="),
    );
    multiline(
        &mut text,
        "  Tolerations",
        &tolerations(&spec["tolerations"]),
    );
    text
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// A value as text; what is not there is empty.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn line_if(text: &mut String, title: &str, value: &Value) {
    if !shown(value).is_empty() {
        text.push_str(&format!("{title}\t{}\n", shown(value)));
    }
}

/// A title with the first value beside it and the others below.
fn multiline(text: &mut String, title: &str, values: &[String]) {
    text.push_str(&format!("{title}:\t"));
    match values {
        [] => text.push_str("<none>\n"),
        values => text.push_str(&format!("{}\n", values.join("\n\t"))),
    }
}

fn pairs(map: &Value, separator: &str) -> Vec<String> {
    let fields = map.as_object().into_iter().flatten();
    fields
        .map(|(key, value)| format!("{key}{separator}{}", shown(value)))
        .collect()
}

fn annotations(text: &mut String, annotations: &Value) {
    let fields = annotations.as_object().into_iter().flatten();
    let shown: Vec<String> = fields
        .filter(|(key, _)| *key != crate::last_applied::LAST_APPLIED)
        .map(|(key, value)| {
            let value = shown(value);
            let value = value.strip_suffix('\n').unwrap_or(&value);
            if value.contains('\n') || key.len() + value.len() + 2 > LONGEST_ANNOTATION {
                let lines: Vec<String> = value
                    .split('\n')
                    .map(|line| format!("\n\t  {}", shortened(line)))
                    .collect();
                format!("{key}:{}", lines.concat())
            } else {
                format!("{key}: {value}")
            }
        })
        .collect();
    if !shown.is_empty() {
        multiline(text, "  Annotations", &shown);
    }
}

fn shortened(line: &str) -> String {
    let longest = LONGEST_ANNOTATION - 2;
    if line.chars().count() <= longest {
        line.to_owned()
    } else {
        format!("{}...", line.chars().take(longest).collect::<String>())
    }
}

fn spread_constraints(text: &mut String, constraints: &Value) {
    for (i, constraint) in items(constraints).iter().enumerate() {
        let title = if i == 0 {
            "  Topology Spread Constraints:"
        } else {
            ""
        };
        let selector =
            match apimachinery::selector::from_label_selector(constraint.get("labelSelector")) {
                Ok(selector) if constraint["labelSelector"].is_object() => {
                    format!(" for selector {selector}")
                }
                _ => String::new(),
            };
        text.push_str(&format!(
            "{title}\t{}:{} when max skew {} is exceeded{selector}\n",
            shown(&constraint["topologyKey"]),
            shown(&constraint["whenUnsatisfiable"]),
            shown(&constraint["maxSkew"])
        ));
    }
}

fn tolerations(tolerations: &Value) -> Vec<String> {
    let mut shown_ones: Vec<(String, String)> = items(tolerations)
        .iter()
        .map(|toleration| {
            let key = shown(&toleration["key"]);
            let mut text = key.clone();
            for (mark, field) in [("=", "value"), (":", "effect")] {
                if !shown(&toleration[field]).is_empty() {
                    text.push_str(&format!("{mark}{}", shown(&toleration[field])));
                }
            }
            if toleration["operator"] == "Exists" && shown(&toleration["value"]).is_empty() {
                let separator = if key.is_empty() && shown(&toleration["effect"]).is_empty() {
                    ""
                } else {
                    " "
                };
                text.push_str(&format!("{separator}op=Exists"));
            }
            if let Some(seconds) = toleration["tolerationSeconds"].as_i64() {
                text.push_str(&format!(" for {seconds}s"));
            }
            (key, text)
        })
        .collect();
    shown_ones.sort();
    shown_ones.into_iter().map(|(_, text)| text).collect()
}

#[cfg(test)]
mod tests {
    use super::describe;
    use serde_json::json;

    #[test]
    fn a_bare_template() {
        let template = json!({
            "metadata": {"labels": {"app": "web", "pod-template-hash": "657c9d4c5"}},
            "spec": {"containers": [{"name": "web", "image": "registry.example/web:1"}]},
        });
        assert_eq!(
            describe(&template),
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
        let text = describe(&template);
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
