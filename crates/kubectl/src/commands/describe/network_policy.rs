//! Network policies for people.

use serde_json::Value;

use super::text::{Text, or_none, texts};
use crate::object::{self, items, shown};

/// One direction of traffic: the field of its rules, and the words for it.
struct Direction {
    word: &'static str,
    rules: &'static str,
    peers: &'static str,
    peer_title: &'static str,
    any_peer: &'static str,
}

const INGRESS: Direction = Direction {
    word: "ingress",
    rules: "ingress",
    peers: "from",
    peer_title: "From:",
    any_peer: "From: <any> (traffic not restricted by source)",
};

const EGRESS: Direction = Direction {
    word: "egress",
    rules: "egress",
    peers: "to",
    peer_title: "To:",
    any_peer: "To: <any> (traffic not restricted by destination)",
};

/// Describes a network policy.
pub(super) fn describe(policy: &Value) -> Text {
    let mut text = Text::default();
    let (metadata, spec) = (&policy["metadata"], &policy["spec"]);
    text.field(0, "Name", object::name(policy));
    text.field(0, "Namespace", object::namespace(policy));
    let created = super::moment::plain_moment(&metadata["creationTimestamp"]);
    text.field(0, "Created on", created);
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.line(0, "Spec:");
    let pods = match selector(&spec["podSelector"]).as_str() {
        "<none>" => {
            "<none> (Allowing the specific traffic to all pods in this namespace)".to_owned()
        }
        selector => selector.to_owned(),
    };
    text.line(1, format!("PodSelector:     {pods}"));
    let types = texts(&spec["policyTypes"]);
    let has = |kind: &str| types.iter().any(|given| given == kind);
    direction(
        &mut text,
        spec,
        &INGRESS,
        types.is_empty() || has("Ingress"),
    );
    let implied = types.is_empty() && !items(&spec["egress"]).is_empty();
    direction(&mut text, spec, &EGRESS, implied || has("Egress"));
    text.line(1, format!("Policy Types: {}", types.join(", ")));
    text
}

fn direction(text: &mut Text, spec: &Value, direction: &Direction, affected: bool) {
    let word = direction.word;
    if !affected {
        text.line(1, format!("Not affecting {word} traffic"));
        return;
    }
    text.line(1, format!("Allowing {word} traffic:"));
    let rules = items(&spec[direction.rules]);
    if rules.is_empty() {
        text.line(
            2,
            format!("<none> (Selected pods are isolated for {word} connectivity)"),
        );
    }
    for (i, rule) in rules.iter().enumerate() {
        if i > 0 {
            text.line(2, "----------");
        }
        ports(text, items(&rule["ports"]));
        let peers = items(&rule[direction.peers]);
        if peers.is_empty() {
            text.line(2, direction.any_peer);
        }
        for peer in peers {
            text.line(2, direction.peer_title);
            describe_peer(text, peer);
        }
    }
}

fn ports(text: &mut Text, ports: &[Value]) {
    if ports.is_empty() {
        text.line(2, "To Port: <any> (traffic allowed to all ports)");
    }
    for port in ports {
        let protocol = match shown(&port["protocol"]) {
            protocol if protocol.is_empty() => "TCP".to_owned(),
            protocol => protocol,
        };
        let number = match &port["port"] {
            Value::Null => "<nil>".to_owned(),
            number => shown(number),
        };
        match shown(&port["endPort"]) {
            end if end.is_empty() => text.line(2, format!("To Port: {number}/{protocol}")),
            end => text.line(2, format!("To Port Range: {number}-{end}/{protocol}")),
        }
    }
}

fn describe_peer(text: &mut Text, peer: &Value) {
    for (title, field) in [
        ("NamespaceSelector", "namespaceSelector"),
        ("PodSelector", "podSelector"),
    ] {
        if peer[field].is_object() {
            text.line(3, format!("{title}: {}", selector(&peer[field])));
        }
    }
    let block = &peer["ipBlock"];
    if block.is_object() {
        text.line(3, "IPBlock:");
        text.line(4, format!("CIDR: {}", shown(&block["cidr"])));
        text.line(4, format!("Except: {}", texts(&block["except"]).join(", ")));
    }
}

fn selector(selector: &Value) -> String {
    let text = apimachinery::selector::from_label_selector(Some(selector))
        .map(|selector| selector.to_string())
        .unwrap_or_default();
    or_none(text)
}
