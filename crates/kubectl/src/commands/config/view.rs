//! `kubectl config view`.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::files::{Files, complete};
use super::local;
use crate::CommandError;
use crate::object;
use crate::printers::{ObjectPrinter, OutputFormat};
use crate::session::Session;

/// Fields that hold secrets, with what is shown instead.
const SECRETS: [(&str, &str); 5] = [
    ("certificate-authority-data", "DATA+OMITTED"),
    ("client-certificate-data", "DATA+OMITTED"),
    ("client-key-data", "DATA+OMITTED"),
    ("token", "REDACTED"),
    ("password", "REDACTED"),
];

/// The order in which the real tool's structs have the fields.
const ORDER: &[&str] = &[
    "kind",
    "command",
    "args",
    "env",
    "apiVersion",
    "installHint",
    "provideClusterInfo",
    "interactiveMode",
    "preferences",
    "clusters",
    "users",
    "contexts",
    "current-context",
    "name",
    "value",
    "config",
    "context",
    "cluster",
    "server",
    "tls-server-name",
    "insecure-skip-tls-verify",
    "certificate-authority",
    "certificate-authority-data",
    "proxy-url",
    "disable-compression",
    "user",
    "namespace",
    "client-certificate",
    "client-certificate-data",
    "client-key",
    "client-key-data",
    "token",
    "tokenFile",
    "as",
    "as-uid",
    "as-groups",
    "as-user-extra",
    "username",
    "password",
    "auth-provider",
    "exec",
    "extensions",
];

pub(super) static VIEW: Command<Session> =
    Command::new("view", "Display merged kubeconfig settings or a specified kubeconfig file")
        .long("Show the kubeconfig, all its files together. Secrets are left out unless --raw is given.")
        .example("  # Show the kubeconfig\n  kubectl config view\n  \n  # Show only what the current context uses, with certificates and keys\n  kubectl config view --minify --raw")
        .flags(&[&[
            Flag::bool("allow-missing-template-keys", "If true, a field or key that a template names and the object lacks is no error. Only for golang and jsonpath templates.").default("true"),
            Flag::bool("flatten", "Put the content of files into the kubeconfig that is shown."),
            Flag::bool("merge", "Show all files together.").default("true").optional_value("true"),
            Flag::bool("minify", "Show only what the current context uses."),
            Flag::string("output", "Output format. One of: (json, yaml, kyaml, name, go-template, go-template-file, template, templatefile, jsonpath, jsonpath-as-json, jsonpath-file).").short('o').default("yaml").completes(),
            Flag::bool("raw", "Show secrets, too."),
            Flag::bool("show-managed-fields", "If true, keep the managedFields when objects are printed as JSON or YAML."),
            Flag::string("template", "Template, or the file that holds it, for -o=go-template and -o=go-template-file.").files(&[]),
        ]])
        .run(|invocation, _, io| local(invocation, io, view));

fn view(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if !flags.bool("merge") && flags.string("kubeconfig").is_empty() {
        return Err(CommandError::told(
            "if merge==false a precise file must be specified",
        ));
    }
    let files = Files::read(invocation, io)?;
    let mut config = files.merged();
    let context = flags.string("context");
    if !context.is_empty() && flags.bool("minify") {
        config["current-context"] = context.into();
    }
    if flags.bool("minify") {
        config = minified(&config)?;
    }
    if flags.bool("flatten") {
        embed_files(&mut config, io)?;
    } else if !flags.bool("raw") {
        redact(&mut config);
    }
    let format = OutputFormat::new(flags, false, io)?;
    let mut printer = ObjectPrinter::in_order(format, ORDER);
    write!(io.stdout, "{}", printer.print(&config)?)?;
    Ok(())
}

/// Only what the current context uses.
fn minified(config: &Value) -> Result<Value, CommandError> {
    let current = object::shown(&config["current-context"]);
    if current.is_empty() {
        return Err(CommandError::told(
            "current-context must exist in order to minify",
        ));
    }
    let named = |section: &str, name: &str| -> Vec<Value> {
        object::items(&config[section])
            .iter()
            .filter(|item| item["name"] == name)
            .cloned()
            .collect()
    };
    let contexts = named("contexts", &current);
    let Some(context) = contexts.first().map(|item| item["context"].clone()) else {
        return Err(CommandError::told(format!(
            "cannot locate context {current}"
        )));
    };
    let clusters = named("clusters", &object::shown(&context["cluster"]));
    let users = named("users", &object::shown(&context["user"]));
    Ok(complete(&json!({
        "current-context": current, "contexts": contexts, "clusters": clusters, "users": users,
    })))
}

/// Every entry's content.
fn contents(config: &mut Value) -> Vec<&mut Value> {
    let mut contents = Vec::new();
    if let Some(fields) = config.as_object_mut() {
        for (section, items) in fields {
            let entry = match section.as_str() {
                "clusters" => "cluster",
                "users" => "user",
                _ => continue,
            };
            for item in items.as_array_mut().into_iter().flatten() {
                contents.extend(item.get_mut(entry));
            }
        }
    }
    contents
}

fn redact(config: &mut Value) {
    for content in contents(config) {
        for (field, shown) in SECRETS {
            if let Some(value) = content.get_mut(field) {
                *value = shown.into();
            }
        }
    }
}

fn embed_files(config: &mut Value, io: &Io<'_>) -> Result<(), CommandError> {
    for content in contents(config) {
        for field in ["certificate-authority", "client-certificate", "client-key"] {
            let Some(path) = content[field].as_str().filter(|path| !path.is_empty()) else {
                continue;
            };
            let bytes = fs::read(io.resolve(path))
                .map_err(|error| CommandError::told(format!("open {path}: {error}")))?;
            content[format!("{field}-data")] = STANDARD.encode(bytes).into();
            if let Some(fields) = content.as_object_mut() {
                fields.remove(field);
                fields.retain(|_, value| !value.is_null());
            }
        }
        if let Some(fields) = content.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
    }
    Ok(())
}
