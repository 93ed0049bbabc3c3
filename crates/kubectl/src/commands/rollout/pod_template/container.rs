//! Containers for people.

use serde_json::Value;

use super::{items, shown};

/// Shows containers under a title.
pub(super) fn describe(text: &mut String, title: &str, containers: &Value) {
    let containers = items(containers);
    text.push_str(&format!(
        "  {title}:{}\n",
        if containers.is_empty() { " <none>" } else { "" }
    ));
    for container in containers {
        text.push_str(&format!(
            "   {}:\n    Image:\t{}\n",
            shown(&container["name"]),
            shown(&container["image"])
        ));
        ports(text, items(&container["ports"]));
        words(text, "Command", &container["command"]);
        words(text, "Args", &container["args"]);
        quantities(text, "Limits", &container["resources"]["limits"]);
        quantities(text, "Requests", &container["resources"]["requests"]);
        for (title, field) in [
            ("Liveness", "livenessProbe"),
            ("Readiness", "readinessProbe"),
            ("Startup", "startupProbe"),
        ] {
            if container[field].is_object() {
                text.push_str(&format!("    {title}:\t{}\n", probe(&container[field])));
            }
        }
        environment_sources(text, items(&container["envFrom"]));
        environment(text, items(&container["env"]));
        mounts(text, items(&container["volumeMounts"]));
    }
}

fn ports(text: &mut String, ports: &[Value]) {
    let list = |field: &str| {
        let shown_ones: Vec<String> = ports
            .iter()
            .map(|port| {
                format!(
                    "{}/{}",
                    port[field].as_i64().unwrap_or(0),
                    shown(&port["protocol"])
                )
            })
            .collect();
        if shown_ones.is_empty() {
            "<none>".to_owned()
        } else {
            shown_ones.join(", ")
        }
    };
    let plural = if ports.len() > 1 { "s" } else { "" };
    text.push_str(&format!(
        "    Port{plural}:\t{}\n    Host Port{plural}:\t{}\n",
        list("containerPort"),
        list("hostPort")
    ));
}

fn words(text: &mut String, title: &str, words: &Value) {
    if items(words).is_empty() {
        return;
    }
    text.push_str(&format!("    {title}:\n"));
    for line in items(words).iter().flat_map(|word| {
        shown(word)
            .split('\n')
            .map(str::to_owned)
            .collect::<Vec<_>>()
    }) {
        text.push_str(&format!("      {line}\n"));
    }
}

fn quantities(text: &mut String, title: &str, quantities: &Value) {
    let fields = quantities.as_object().filter(|fields| !fields.is_empty());
    for (i, (name, quantity)) in fields.into_iter().flatten().enumerate() {
        if i == 0 {
            text.push_str(&format!("    {title}:\n"));
        }
        text.push_str(&format!("      {name}:\t{}\n", shown(quantity)));
    }
}

fn probe(probe: &Value) -> String {
    let number = |field: &str| probe[field].as_i64().unwrap_or(0);
    let timing = format!(
        "delay={}s timeout={}s period={}s successThreshold={} failureThreshold={}",
        number("initialDelaySeconds"),
        number("timeoutSeconds"),
        number("periodSeconds"),
        number("successThreshold"),
        number("failureThreshold")
    );
    if probe["exec"].is_object() {
        let command: Vec<String> = items(&probe["exec"]["command"]).iter().map(shown).collect();
        return format!("exec [{}] {timing}", command.join(" "));
    }
    if probe["httpGet"].is_object() {
        let get = &probe["httpGet"];
        let (scheme, host) = (shown(&get["scheme"]).to_lowercase(), shown(&get["host"]));
        return format!(
            "http-get {scheme}://{host}:{}{} {timing}",
            shown(&get["port"]),
            shown(&get["path"])
        );
    }
    if probe["tcpSocket"].is_object() {
        let socket = &probe["tcpSocket"];
        return format!(
            "tcp-socket {}:{} {timing}",
            shown(&socket["host"]),
            shown(&socket["port"])
        );
    }
    if probe["grpc"].is_object() {
        let grpc = &probe["grpc"];
        return format!(
            "grpc <pod>:{} {} {timing}",
            shown(&grpc["port"]),
            shown(&grpc["service"])
        );
    }
    format!("unknown {timing}")
}

fn environment_sources(text: &mut String, sources: &[Value]) {
    if sources.is_empty() {
        return;
    }
    text.push_str("    Environment Variables from:\n");
    for source in sources {
        let (kind, reference) = match source["configMapRef"].is_object() {
            true => ("ConfigMap", &source["configMapRef"]),
            false => ("Secret", &source["secretRef"]),
        };
        let prefix = match shown(&source["prefix"]).as_str() {
            "" => String::new(),
            prefix => format!(" with prefix '{prefix}'"),
        };
        let optional = reference["optional"] == true;
        text.push_str(&format!(
            "      {}\t{kind}{prefix}\tOptional: {optional}\n",
            shown(&reference["name"])
        ));
    }
}

fn environment(text: &mut String, variables: &[Value]) {
    if variables.is_empty() {
        text.push_str("    Environment:\t<none>\n");
        return;
    }
    text.push_str("    Environment:\n");
    for variable in variables {
        let name = shown(&variable["name"]);
        let from = &variable["valueFrom"];
        if from.is_null() {
            let value = shown(&variable["value"]);
            text.push_str(&format!(
                "      {name}:\t{}\n",
                value.replace('\n', "\n      \t")
            ));
        } else if from["fieldRef"].is_object() {
            let field = &from["fieldRef"];
            text.push_str(&format!(
                "      {name}:\t ({}:{})\n",
                shown(&field["apiVersion"]),
                shown(&field["fieldPath"])
            ));
        } else if from["resourceFieldRef"].is_object() {
            let resource = shown(&from["resourceFieldRef"]["resource"]);
            text.push_str(&format!("      {name}:\t ({resource})\n"));
        } else {
            let (reference, place) = match from["secretKeyRef"].is_object() {
                true => (&from["secretKeyRef"], "in secret"),
                false => (&from["configMapKeyRef"], "of config map"),
            };
            let optional = reference["optional"] == true;
            text.push_str(&format!(
                "      {name}:\t<set to the key '{}' {place} '{}'>\tOptional: {optional}\n",
                shown(&reference["key"]),
                shown(&reference["name"])
            ));
        }
    }
}

fn mounts(text: &mut String, mounts: &[Value]) {
    if mounts.is_empty() {
        text.push_str("    Mounts:\t<none>\n");
        return;
    }
    text.push_str("    Mounts:\n");
    let mut sorted = mounts.to_vec();
    sorted.sort_by_key(|mount| shown(&mount["mountPath"]));
    for mount in &sorted {
        let mut notes = vec![if mount["readOnly"] == true {
            "ro".to_owned()
        } else {
            "rw".to_owned()
        }];
        if !shown(&mount["subPath"]).is_empty() {
            notes.push(format!("path={:?}", shown(&mount["subPath"])));
        }
        text.push_str(&format!(
            "      {} from {} ({})\n",
            shown(&mount["mountPath"]),
            shown(&mount["name"]),
            notes.join(",")
        ));
    }
}
