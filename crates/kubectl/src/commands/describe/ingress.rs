//! Ingresses for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, texts};
use super::{endpoint_slice, events, service};
use crate::object::{self, integer, items, shown};
use cliruntime::{ApiError, Query, ResourcePath};

/// Describes an ingress, where its rules lead, and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(ingress: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let spec = &ingress["spec"];
    let namespace = object::namespace(ingress);
    text.field(0, "Name", object::name(ingress));
    text.labels("", "Labels", &ingress["metadata"]["labels"]);
    text.field(0, "Namespace", namespace);
    let address = service::load_balancer_addresses(&ingress["status"]["loadBalancer"]["ingress"]);
    text.field(0, "Address", address);
    text.field(
        0,
        "Ingress Class",
        match shown(&spec["ingressClassName"]) {
            class if class.is_empty() => "<none>".to_owned(),
            class => class,
        },
    );
    let default = match &spec["defaultBackend"] {
        Value::Null => "<default>".to_owned(),
        backend => backend_text(backend, namespace, context).await,
    };
    text.field(0, "Default backend", &default);
    tls(&mut text, items(&spec["tls"]));
    rules(&mut text, ingress, &default, context).await;
    text.annotations("Annotations", &ingress["metadata"]["annotations"]);
    events::append(&mut text, ingress, context).await?;
    Ok(text)
}

fn tls(text: &mut Text, entries: &[Value]) {
    if entries.is_empty() {
        return;
    }
    text.line(0, "TLS:");
    for entry in entries {
        let hosts = texts(&entry["hosts"]).join(",");
        match shown(&entry["secretName"]) {
            secret if secret.is_empty() => text.line(1, format!("SNI routes {hosts}")),
            secret => text.line(1, format!("{secret} terminates {hosts}")),
        }
    }
}

async fn rules(text: &mut Text, ingress: &Value, default: &str, context: &Context<'_>) {
    text.line(0, "Rules:");
    text.line(1, "Host\tPath\tBackends");
    text.line(1, "----\t----\t--------");
    let rules: Vec<&Value> = items(&ingress["spec"]["rules"])
        .iter()
        .filter(|rule| rule["http"].is_object())
        .collect();
    if rules.is_empty() {
        text.line(1, format!("*\t*\t{default}"));
    }
    for rule in rules {
        let host = match shown(&rule["host"]) {
            host if host.is_empty() => "*".to_owned(),
            host => host,
        };
        text.line(1, format!("{host}\t"));
        for path in items(&rule["http"]["paths"]) {
            let backend = backend_text(&path["backend"], object::namespace(ingress), context).await;
            text.line(2, format!("\t{} \t{backend}", shown(&path["path"])));
        }
    }
}

/// Where traffic goes, with the addresses that are ready to take it.
async fn backend_text(backend: &Value, namespace: &str, context: &Context<'_>) -> String {
    let resource = &backend["resource"];
    if resource.is_object() {
        let of = |field: &str| shown(&resource[field]);
        let (group, kind, name) = (of("apiGroup"), of("kind"), of("name"));
        return format!("APIGroup: {group}, Kind: {kind}, Name: {name}");
    }
    let target = &backend["service"];
    if !target.is_object() {
        return String::new();
    }
    let name = shown(&target["name"]);
    let port = match integer(&target["port"]["number"]) {
        0 => shown(&target["port"]["name"]),
        number => number.to_string(),
    };
    match addresses(&name, &target["port"], namespace, context).await {
        Ok(addresses) => format!("{name}:{port} ({addresses})"),
        Err(error) => format!("{name}:{port} (<error: {error}>)"),
    }
}

async fn addresses(
    name: &str,
    port: &Value,
    namespace: &str,
    context: &Context<'_>,
) -> Result<String, ApiError> {
    let slices = service::slices_of(name, namespace, context).await?;
    let path = ResourcePath {
        version: "v1",
        namespace,
        resource: "services",
        name,
        ..ResourcePath::default()
    };
    let service = context
        .rest
        .get(&path.to_path(), &Query::new())
        .await?
        .json()?;
    let meant = |candidate: &&Value| match integer(&port["number"]) {
        0 => candidate["name"] == port["name"],
        number => integer(&candidate["port"]) == number,
    };
    let port_name = items(&service["spec"]["ports"])
        .iter()
        .find(meant)
        .map(|port| shown(&port["name"]));
    Ok(endpoint_slice::ready_addresses(
        &slices,
        &port_name.unwrap_or_default(),
    ))
}
