//! `kubectl api-resources`: the kinds of a server.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::printers::{Columns, json as to_json, yaml};
use crate::session::{Factory, Session};
use cliruntime::ApiResource;

pub(super) static API_RESOURCES: Command<Session> =
    Command::new("api-resources", "Print the supported API resources on the server")
        .group(super::OTHER)
        .no_flags_in_use_line()
        .example("  # Print the resources\n  kubectl api-resources\n  \n  # Print those of one group\n  kubectl api-resources --api-group=apps")
        .flags(&[&[
            Flag::string("api-group", "Only resources of this group."),
            Flag::bool("cached", "Take what is cached, if anything is."),
            Flag::string_slice("categories", "Only resources of these categories."),
            Flag::bool("namespaced", "If false, only resources without a namespace, otherwise only those with one.").default("true"),
            Flag::bool("no-headers", "Print no headers in the default and the wide format."),
            Flag::string("output", "Output format. One of: (json, yaml, name, wide).").short('o').values(&["json", "name", "wide", "yaml"]),
            Flag::string("sort-by", "Sort by 'name' or 'kind'.").values(&["kind", "name"]),
            Flag::string_slice("verbs", "Only resources that answer to these verbs."),
        ]])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| api_resources(invocation, factory, io).await)
        });

const FORMATS: [&str; 6] = ["", "json", "kyaml", "name", "wide", "yaml"];

async fn api_resources(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let output = flags.string("output");
    if !FORMATS.contains(&output) || output == "kyaml" {
        let allowed = FORMATS[1..].join(",");
        return Err(CommandError::told(format!(
            "unable to match a printer suitable for the output format {output:?}, allowed formats are: {allowed}"
        )));
    }
    if !matches!(flags.string("sort-by"), "" | "name" | "kind") {
        return Err(CommandError::told("--sort-by accepts only name or kind"));
    }
    if !invocation.args.is_empty() {
        let path = super::command_path(invocation);
        return Err(CommandError::usage(
            &path,
            &format!("unexpected arguments: [{}]", invocation.args.join(" ")),
        ));
    }
    let discovery = factory.discovery(io).await?;
    let mut resources: Vec<&ApiResource> = discovery
        .preferred()
        .into_iter()
        .filter(|resource| !resource.verbs.is_empty())
        .filter(|resource| {
            !flags.changed("namespaced") || resource.namespaced == flags.bool("namespaced")
        })
        .filter(|resource| {
            !flags.changed("api-group") || resource.group == flags.string("api-group")
        })
        .filter(|resource| flags.strings("verbs").iter().all(|verb| resource.can(verb)))
        .filter(|resource| {
            flags
                .strings("categories")
                .iter()
                .all(|category| resource.categories.contains(category))
        })
        .collect();
    match flags.string("sort-by") {
        "name" => resources.sort_by(|a, b| a.resource.cmp(&b.resource)),
        "kind" => resources.sort_by(|a, b| a.kind.cmp(&b.kind)),
        _ => resources.sort_by(|a, b| (&a.group, &a.resource).cmp(&(&b.group, &b.resource))),
    }
    let text = match output {
        "name" => resources
            .iter()
            .map(|resource| format!("{}\n", resource.group_resource()))
            .collect(),
        "json" => format!("{}\n", to_json(&as_list(&resources))),
        "yaml" => yaml(&as_list(&resources)),
        _ => table(&resources, output == "wide", flags.bool("no-headers")),
    };
    write!(io.stdout, "{text}")?;
    if discovery.stale().is_empty() {
        return Ok(());
    }
    let stale: Vec<String> = discovery
        .stale()
        .iter()
        .map(|version| format!("{version}: stale GroupVersion discovery: {version}"))
        .collect();
    Err(CommandError::told(format!(
        "unable to retrieve the complete list of server APIs: {}",
        stale.join(", ")
    )))
}

fn table(resources: &[&ApiResource], wide: bool, no_headers: bool) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    if !no_headers {
        let wide_headers: &[&str] = if wide { &["VERBS", "CATEGORIES"] } else { &[] };
        let headers = ["NAME", "SHORTNAMES", "APIVERSION", "NAMESPACED", "KIND"];
        rows.push(
            headers
                .iter()
                .chain(wide_headers)
                .map(|header| (*header).to_owned())
                .collect(),
        );
    }
    for resource in resources {
        let mut row = vec![
            resource.resource.clone(),
            resource.short_names.join(","),
            resource.api_version(),
            resource.namespaced.to_string(),
            resource.kind.clone(),
        ];
        if wide {
            row.extend([resource.verbs.join(","), resource.categories.join(",")]);
        }
        rows.push(row);
    }
    Columns::default().layout(&rows)
}

fn as_list(resources: &[&ApiResource]) -> Value {
    let entries: Vec<Value> = resources
        .iter()
        .map(|resource| {
            let mut entry = json!({
                "name": resource.resource, "singularName": resource.singular, "namespaced": resource.namespaced,
                "version": resource.version, "kind": resource.kind, "verbs": resource.verbs,
            });
            let optional = [
                ("group", Value::from(resource.group.as_str()), resource.group.is_empty()),
                ("shortNames", resource.short_names.clone().into(), resource.short_names.is_empty()),
                ("categories", resource.categories.clone().into(), resource.categories.is_empty()),
            ];
            for (key, value, _) in optional.into_iter().filter(|(.., empty)| !empty) {
                entry[key] = value;
            }
            entry
        })
        .collect();
    json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": "", "resources": entries})
}
