//! `kubectl create ingress`: which hosts and paths lead to which service.

use cobra::{Command, Flag, Invocation};
use serde_json::{Value, json};

use super::generated;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;
use crate::{CommandError, object};

pub(super) static INGRESS: Command<Session> = Command::new(
    "ingress NAME --rule=host/path=service:port[,tls[=secret]] ",
    "Create an ingress with the specified name",
)
.aliases(&["ing"])
.example("  # Lead everything below a host to a service\n  kubectl create ingress web --rule=\"shop.example/*=web:80\"\n  \n  # The same with a certificate\n  kubectl create ingress web --rule=\"shop.example/*=web:80,tls=shop-cert\"")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string_array("annotation", "Annotation of the ingress, as annotation=value."),
        Flag::string("class", "The class of the ingress."),
        Flag::string("default-backend", "Where everything else leads, as svcname:port"),
        Flag::string_array("rule", "Rule, as host/path=service:port[,tls=secretname]. A path that ends with '*' is a prefix, any other is exact."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let object = ingress(invocation)?;
        generated::create(object, "failed to create ingress: ", invocation, factory, io).await
    })
});

/// A rule of the command line.
#[derive(Debug, PartialEq, Eq)]
struct Rule<'a> {
    host: &'a str,
    path: &'a str,
    service: &'a str,
    port: &'a str,
    /// The name of the secret, which may be empty, if there is to be TLS.
    tls: Option<&'a str>,
}

fn ingress(invocation: &Invocation<Session>) -> Result<Value, CommandError> {
    let name = generated::name(invocation)?;
    let flags = &invocation.flags;
    let (rules, default) = (flags.strings("rule"), flags.string("default-backend"));
    if rules.is_empty() && default.is_empty() {
        return Err(CommandError::told(
            "not enough information provided: every ingress has to either specify a default-backend (which catches all traffic) or a list of rules (which catch specific paths)",
        ));
    }
    let rules = rules
        .iter()
        .map(|text| Rule::parse(text).ok_or_else(|| invalid_rule(text)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut ingress = json!({
        "apiVersion": "networking.k8s.io/v1", "kind": "Ingress",
        "metadata": {"name": name},
        "spec": {},
        "status": {"loadBalancer": {}},
    });
    for annotation in flags.strings("annotation") {
        let pair = annotation
            .split_once('=')
            .filter(|(key, _)| !key.is_empty());
        let Some((key, value)) = pair else {
            return Err(CommandError::told(format!(
                "annotation {annotation} is invalid and should be in format key=[value]"
            )));
        };
        object::set_annotation(&mut ingress, key, value);
    }
    if !default.is_empty() {
        let parts: Vec<&str> = default.split(':').collect();
        let [service, port] = parts[..] else {
            return Err(CommandError::told(
                "default-backend should be in format servicename:serviceport",
            ));
        };
        ingress["spec"]["defaultBackend"] = backend(service, port);
    }
    if !flags.string("class").is_empty() {
        ingress["spec"]["ingressClassName"] = flags.string("class").into();
    }
    if !rules.is_empty() {
        ingress["spec"]["rules"] = host_rules(&rules);
    }
    let tls = tls_of(&rules);
    if !tls.is_empty() {
        ingress["spec"]["tls"] = tls.into();
    }
    Ok(ingress)
}

fn invalid_rule(rule: &str) -> CommandError {
    CommandError::told(format!(
        "rule {rule} is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]"
    ))
}

impl<'a> Rule<'a> {
    fn parse(text: &'a str) -> Option<Rule<'a>> {
        let slash = text.find('/')?;
        let (host, rest) = text.split_at(slash);
        let of_host = |c: char| is_word(c) || matches!(c, '*' | '.');
        if !host.chars().all(of_host) {
            return None;
        }
        // A path may hold `=` itself: the last one before a service counts.
        rest.rmatch_indices('=').find_map(|(at, _)| {
            let (service, rest) = word(&rest[at + 1..])?;
            let (port, rest) = word(rest.strip_prefix(':')?)?;
            Some(Rule {
                host,
                path: &text[slash..slash + at],
                service,
                port,
                tls: tls_suffix(text, rest),
            })
        })
    }
}

/// What follows the backend: `,tls` or `,tls=secret`, and no second comma in the whole rule.
fn tls_suffix<'a>(rule: &str, rest: &'a str) -> Option<&'a str> {
    let tls = rest.strip_prefix(",tls")?;
    if rule.matches(',').count() > 1 {
        return None;
    }
    Some(tls.strip_prefix('=').unwrap_or_default())
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// A word at the beginning of a text, and the rest.
fn word(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    Some(text.split_at(end)).filter(|(word, _)| !word.is_empty())
}

fn backend(service: &str, port: &str) -> Value {
    let port = match port.parse::<i32>() {
        Ok(number) => json!({"number": number}),
        Err(_) => json!({"name": port}),
    };
    json!({"service": {"name": service, "port": port}})
}

/// A rule for each host, in the order in which they are first named.
fn host_rules(rules: &[Rule<'_>]) -> Value {
    let mut hosts: Vec<(&str, Vec<Value>)> = Vec::new();
    for rule in rules {
        let (path, kind) = match rule.path.strip_suffix('*') {
            Some(prefix) => (prefix, "Prefix"),
            None => (rule.path, "Exact"),
        };
        let path =
            json!({"path": path, "pathType": kind, "backend": backend(rule.service, rule.port)});
        match hosts.iter_mut().find(|(host, _)| *host == rule.host) {
            Some((_, paths)) => paths.push(path),
            None => hosts.push((rule.host, vec![path])),
        }
    }
    let rule = |(host, paths): (&str, Vec<Value>)| match host {
        "" => json!({"http": {"paths": paths}}),
        host => json!({"host": host, "http": {"paths": paths}}),
    };
    hosts.into_iter().map(rule).collect()
}

/// The secrets with their hosts; a host counts where it is first named.
fn tls_of(rules: &[Rule<'_>]) -> Vec<Value> {
    let mut seen: Vec<&str> = Vec::new();
    let mut entries: Vec<(&str, Vec<&str>)> = Vec::new();
    for (host, secret) in rules
        .iter()
        .filter_map(|rule| rule.tls.map(|tls| (rule.host, tls)))
    {
        if seen.contains(&host) {
            continue;
        }
        seen.push(host);
        match entries.iter_mut().find(|(known, _)| *known == secret) {
            Some((_, hosts)) => hosts.push(host),
            None => entries.push((secret, vec![host])),
        }
    }
    let entry = |(secret, hosts): (&str, Vec<&str>)| {
        let hosts: Vec<&str> = hosts.into_iter().filter(|host| !host.is_empty()).collect();
        let mut entry = json!({});
        if !hosts.is_empty() {
            entry["hosts"] = hosts.into();
        }
        if !secret.is_empty() {
            entry["secretName"] = secret.into();
        }
        entry
    };
    entries
        .into_iter()
        .map(entry)
        .filter(|entry| entry.as_object().is_some_and(|fields| !fields.is_empty()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn the_last_equals_sign_before_a_service_ends_the_path() {
        let rule = Rule::parse("a.example/x=y/*=web:80,tls=cert").unwrap();
        assert_eq!(
            (rule.path, rule.service, rule.port),
            ("/x=y/*", "web", "80")
        );
        assert_eq!(rule.tls, Some("cert"));
        assert_eq!(Rule::parse("a b/=web:80"), None);
        assert_eq!(Rule::parse("a/=web"), None);
    }
}
