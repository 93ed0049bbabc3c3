//! Which cluster and who, as kubectl's flags say it.

use std::time::Duration;

use cliruntime::Overrides;
use cobra::Flags;
use serde_json::{Map, Value};

use crate::CommandError;

/// Flags that replace a field of the user, with the field's name.
const USER_FIELDS: [(&str, &str); 7] = [
    ("client-certificate", "client-certificate"),
    ("client-key", "client-key"),
    ("token", "token"),
    ("username", "username"),
    ("password", "password"),
    ("as", "as"),
    ("as-uid", "as-uid"),
];

/// What the flags say over the configuration.
///
/// # Errors
/// If the time for requests makes no sense.
pub(crate) fn overrides(flags: &Flags) -> Result<Overrides, CommandError> {
    // A command's own flag of the same name says nothing about the connection.
    let text = |name: &str| {
        let text = flags.is_inherited(name).then(|| flags.string(name));
        text.map(str::to_owned).filter(|text| !text.is_empty())
    };
    let mut user_fields: Map<String, Value> = USER_FIELDS
        .iter()
        .filter_map(|(flag, field)| Some(((*field).to_owned(), text(flag)?.into())))
        .collect();
    let groups = flags.strings("as-group");
    if !groups.is_empty() {
        user_fields.insert("as-groups".to_owned(), groups.into());
    }
    Ok(Overrides {
        kubeconfig: text("kubeconfig"),
        context: text("context"),
        cluster: text("cluster"),
        user: text("user"),
        namespace: text("namespace"),
        request_timeout: request_timeout(flags.string("request-timeout"))?,
        server: text("server"),
        certificate_authority: text("certificate-authority"),
        tls_server_name: text("tls-server-name"),
        proxy_url: text("proxy-url"),
        insecure: flags.bool("insecure-skip-tls-verify"),
        user_fields,
    })
}

fn request_timeout(text: &str) -> Result<Option<Duration>, CommandError> {
    let parsed = match text.parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => cobra::Duration::parse(text)
            .ok()
            .and_then(cobra::Duration::to_std),
    };
    let timeout = parsed.ok_or_else(|| CommandError::told(BAD_TIMEOUT))?;
    Ok(Some(timeout).filter(|timeout| !timeout.is_zero()))
}

const BAD_TIMEOUT: &str = "Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)";
