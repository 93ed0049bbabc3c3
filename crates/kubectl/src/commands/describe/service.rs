//! Services for people.

use serde_json::Value;

use super::context::Context;
use super::text::{Text, joined_pairs, or_none, texts};
use super::{endpoint_slice, events};
use crate::object::{self, integer, items, shown};
use cliruntime::ApiError;

/// The label that ties endpoint slices to their service.
const SERVICE_NAME: &str = "kubernetes.io/service-name";

/// Describes a service, its endpoints and what has happened to it.
///
/// # Errors
/// If endpoints or events cannot be read.
pub(super) async fn describe(service: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let slices = slices_of(object::name(service), object::namespace(service), context).await?;
    text.field(0, "Name", object::name(service));
    text.field(0, "Namespace", object::namespace(service));
    text.labels("", "Labels", &service["metadata"]["labels"]);
    text.annotations("Annotations", &service["metadata"]["annotations"]);
    addresses(&mut text, service);
    for port in items(&service["spec"]["ports"]) {
        describe_port(&mut text, port, &slices);
    }
    traffic(&mut text, &service["spec"]);
    events::append(&mut text, service, context).await?;
    Ok(text)
}

/// The endpoint slices of a service.
///
/// # Errors
/// If the server refuses.
pub(super) async fn slices_of(
    name: &str,
    namespace: &str,
    context: &Context<'_>,
) -> Result<Vec<Value>, ApiError> {
    let selector = format!("{SERVICE_NAME}={name}");
    context
        .list_in("discovery.k8s.io", "endpointslices", namespace, &selector)
        .await
}

fn addresses(text: &mut Text, service: &Value) {
    let spec = &service["spec"];
    text.field(0, "Selector", joined_pairs(&spec["selector"]));
    text.field(0, "Type", shown(&spec["type"]));
    text.field_if(0, "IP Family Policy", &spec["ipFamilyPolicy"]);
    text.field(
        0,
        "IP Families",
        or_none(texts(&spec["ipFamilies"]).join(",")),
    );
    text.field(0, "IP", shown(&spec["clusterIP"]));
    text.field(0, "IPs", or_none(texts(&spec["clusterIPs"]).join(",")));
    let external = texts(&spec["externalIPs"]).join(",");
    if !external.is_empty() {
        text.field(0, "External IPs", external);
    }
    text.field_if(0, "Desired LoadBalancer IP", &spec["loadBalancerIP"]);
    text.field_if(0, "External Name", &spec["externalName"]);
    let ingress = load_balancer_addresses(&service["status"]["loadBalancer"]["ingress"]);
    if !ingress.is_empty() {
        text.field(0, "LoadBalancer Ingress", ingress);
    }
}

/// The addresses that a load balancer has got, joined by commas.
pub(super) fn load_balancer_addresses(ingress: &Value) -> String {
    let shown_ones: Vec<String> = items(ingress)
        .iter()
        .map(|address| {
            let place = match shown(&address["ip"]) {
                ip if ip.is_empty() => shown(&address["hostname"]),
                ip => ip,
            };
            match shown(&address["ipMode"]) {
                mode if mode.is_empty() => place,
                mode => format!("{place} ({mode})"),
            }
        })
        .collect();
    shown_ones.join(", ")
}

fn describe_port(text: &mut Text, port: &Value, slices: &[Value]) {
    let name = super::text::or_unset(&port["name"]);
    let protocol = shown(&port["protocol"]);
    text.field(
        0,
        "Port",
        format!("{name}\t{}/{protocol}", integer(&port["port"])),
    );
    let target = shown(&port["targetPort"]);
    text.field(0, "TargetPort", format!("{target}/{protocol}"));
    if integer(&port["nodePort"]) != 0 {
        let node_port = integer(&port["nodePort"]);
        text.field(0, "NodePort", format!("{name}\t{node_port}/{protocol}"));
    }
    let endpoints = endpoint_slice::ready_addresses(slices, &shown(&port["name"]));
    text.field(0, "Endpoints", endpoints);
}

fn traffic(text: &mut Text, spec: &Value) {
    text.field(0, "Session Affinity", shown(&spec["sessionAffinity"]));
    text.field_if(0, "External Traffic Policy", &spec["externalTrafficPolicy"]);
    text.field_if(0, "Internal Traffic Policy", &spec["internalTrafficPolicy"]);
    text.field_if(0, "Traffic Distribution", &spec["trafficDistribution"]);
    if integer(&spec["healthCheckNodePort"]) != 0 {
        text.field(
            0,
            "HealthCheck NodePort",
            integer(&spec["healthCheckNodePort"]),
        );
    }
    let ranges = texts(&spec["loadBalancerSourceRanges"]).join(",");
    if !ranges.is_empty() {
        text.field(0, "LoadBalancer Source Ranges", ranges);
    }
}
