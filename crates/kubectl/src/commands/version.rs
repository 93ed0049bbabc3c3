//! `kubectl version`: who is talking to whom.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::printers::yaml;
use crate::session::{Factory, Session};

/// The release of Kubernetes whose kubectl this is.
const GIT_VERSION: &str = concat!("v1.37.1+kaeru.", env!("CARGO_PKG_VERSION"));
const MINOR: i64 = 37;
const KUSTOMIZE_VERSION: &str = "v5.8.1";

pub(super) static VERSION: Command<Session> =
    Command::new("version", "Print the client and server version information")
        .group(super::OTHER)
        .long("Print which versions of the client and of the server are talking to each other.")
        .example("  # Print the versions of client and server\n  kubectl version")
        .no_flags_in_use_line()
        .flags(&[&[
            Flag::bool(
                "client",
                "If true, print only the client's version; no server is asked.",
            ),
            Flag::string("output", "One of 'yaml' or 'json'.")
                .short('o')
                .values(&["json", "yaml"]),
        ]])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                version(invocation, factory, io).await
            })
        });

async fn version(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let output = invocation.flags.string("output");
    if !matches!(output, "" | "json" | "yaml") {
        return Err(CommandError::told("--output must be 'yaml' or 'json'"));
    }
    let server = if invocation.flags.bool("client") {
        Ok(None)
    } else {
        factory.server_version(io).await.map(Some)
    };
    let (server, failure) = match server {
        Ok(server) => (server, None),
        Err(error) => (None, Some(error)),
    };
    match output {
        "" => {
            writeln!(
                io.stdout,
                "Client Version: {GIT_VERSION}\nKustomize Version: {KUSTOMIZE_VERSION}"
            )?;
            if let Some(server) = &server {
                writeln!(
                    io.stdout,
                    "Server Version: {}",
                    server["gitVersion"].as_str().unwrap_or_default()
                )?;
            }
        }
        "json" => writeln!(io.stdout, "{}", as_json(server.as_ref()))?,
        _ => writeln!(io.stdout, "{}", yaml(&as_value(server.as_ref())))?,
    }
    if let Some(failure) = failure {
        return Err(failure);
    }
    match server.as_ref().and_then(skew) {
        Some(warning) => super::warn(factory, &warning, io),
        None => Ok(()),
    }
}

fn client_fields() -> [(&'static str, String); 5] {
    [
        ("major", "1".to_owned()),
        ("minor", MINOR.to_string()),
        ("gitVersion", GIT_VERSION.to_owned()),
        ("compiler", "rustc".to_owned()),
        (
            "platform",
            format!("{}/{}", std::env::consts::OS, architecture()),
        ),
    ]
}

fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn as_value(server: Option<&Value>) -> Value {
    let client: serde_json::Map<String, Value> = client_fields()
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.into()))
        .collect();
    let mut all = json!({"clientVersion": client, "kustomizeVersion": KUSTOMIZE_VERSION});
    if let Some(server) = server {
        all["serverVersion"] = server.clone();
    }
    all
}

/// The fields in the order in which the real structures have them.
const SERVER_FIELDS: [&str; 13] = [
    "major",
    "minor",
    "emulationMajor",
    "emulationMinor",
    "minCompatibilityMajor",
    "minCompatibilityMinor",
    "gitVersion",
    "gitCommit",
    "gitTreeState",
    "buildDate",
    "goVersion",
    "compiler",
    "platform",
];

fn as_json(server: Option<&Value>) -> String {
    let block = |fields: Vec<(&str, String)>| {
        let lines: Vec<String> = fields
            .into_iter()
            .map(|(key, value)| format!("    {key:?}: {}", Value::from(value)))
            .collect();
        format!("{{\n{}\n  }}", lines.join(",\n"))
    };
    let mut text = format!(
        "{{\n  \"clientVersion\": {},\n  \"kustomizeVersion\": {KUSTOMIZE_VERSION:?}",
        block(client_fields().to_vec())
    );
    if let Some(server) = server {
        let known = SERVER_FIELDS
            .iter()
            .filter_map(|key| Some((*key, server[key].as_str()?.to_owned())));
        text.push_str(&format!(
            ",\n  \"serverVersion\": {}",
            block(known.collect())
        ));
    }
    text.push_str("\n}");
    text
}

/// The warning about versions that are too far apart.
fn skew(server: &Value) -> Option<String> {
    let minor = server["minor"].as_str().unwrap_or_default();
    let digits: String = minor.chars().take_while(char::is_ascii_digit).collect();
    let distance = (MINOR - digits.parse::<i64>().ok()?).abs();
    (distance > 1).then(|| {
        let major = server["major"].as_str().unwrap_or_default();
        format!(
            "version difference between client (1.{MINOR}) and server ({major}.{minor}) exceeds the supported minor version skew of +/-1"
        )
    })
}
