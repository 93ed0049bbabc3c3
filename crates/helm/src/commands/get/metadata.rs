//! `helm get metadata`.

use std::collections::BTreeMap;

use cobra::{Command, Failure, Invocation, Io};
use serde::Serialize;

use super::{REVISION, release};
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::release::StoredDependency;
use crate::root::Context;
use crate::{args, environment};

pub(super) static METADATA: Command<Context> =
    Command::new("metadata RELEASE_NAME", "show what a release is")
        .flags(&[&[REVISION], OUTPUT])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    name: String,
    chart: String,
    version: String,
    app_version: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    annotations: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dependencies: Vec<StoredDependency>,
    namespace: String,
    revision: i64,
    status: String,
    deployed_at: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    apply_method: String,
}

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let release = release(invocation, context, io)?;
    let chart = release.chart.unwrap_or_default().metadata;
    let metadata = Metadata {
        name: release.name,
        chart: chart.name,
        version: chart.version,
        app_version: chart.app_version,
        annotations: chart.annotations,
        labels: release.labels,
        dependencies: chart.dependencies,
        namespace: release.namespace,
        revision: release.version,
        status: release.info.status,
        deployed_at: release
            .info
            .last_deployed
            .rfc3339(&environment::zone(&io.env)),
        apply_method: release.apply_method,
    };
    let format = Output::from_flags(&invocation.flags);
    if format != Output::Table {
        return format.write(&metadata, &mut io.stdout);
    }
    write_text(&metadata, io)
}

fn write_text(metadata: &Metadata, io: &mut Io<'_>) -> Result<(), Failure> {
    let pairs = |pairs: &BTreeMap<String, String>| {
        let pairs = pairs.iter().map(|(key, value)| format!("{key}={value}"));
        pairs.collect::<Vec<_>>().join(",")
    };
    let dependencies: Vec<&str> = metadata
        .dependencies
        .iter()
        .map(|dependency| dependency.name.as_str())
        .collect();
    let method = match metadata.apply_method.as_str() {
        "" => "client-side apply (defaulted)".to_owned(),
        "ssa" => "server-side apply".to_owned(),
        "csa" => "client-side apply".to_owned(),
        other => format!("unknown ({})", gostd::strconv::quote(other)),
    };
    let lines = [
        ("NAME", metadata.name.clone()),
        ("CHART", metadata.chart.clone()),
        ("VERSION", metadata.version.clone()),
        ("APP_VERSION", metadata.app_version.clone()),
        ("ANNOTATIONS", pairs(&metadata.annotations)),
        ("LABELS", pairs(&metadata.labels)),
        ("DEPENDENCIES", dependencies.join(",")),
        ("NAMESPACE", metadata.namespace.clone()),
        ("REVISION", metadata.revision.to_string()),
        ("STATUS", metadata.status.clone()),
        ("DEPLOYED_AT", metadata.deployed_at.clone()),
        ("APPLY_METHOD", method),
    ];
    for (name, value) in lines {
        writeln!(io.stdout, "{name}: {value}")?;
    }
    Ok(())
}
