//! Flags about where a chart comes from.

use cobra::{Env, Flag};

pub(crate) const CHART_PATH: &[Flag] = &[
    Flag::string(
        "ca-file",
        "file with the authority that signed the repository's certificate",
    ),
    Flag::string(
        "cert-file",
        "file with the client certificate for the repository",
    ),
    Flag::bool(
        "insecure-skip-tls-verify",
        "do not check the repository's certificate",
    ),
    Flag::string("key-file", "file with the key of the client certificate"),
    Flag::string(
        "keyring",
        "file with the keys that signatures are checked with",
    )
    .default_from(keyring),
    Flag::bool("pass-credentials", "send user and password to every host"),
    Flag::string("password", "password for the repository"),
    Flag::bool("plain-http", "download over HTTP"),
    Flag::string("repo", "URL of the repository"),
    Flag::string("username", "user for the repository"),
    Flag::bool("verify", "check the signature of the archive"),
    Flag::string(
        "version",
        "constraint on the version; the latest one by default",
    ),
];

fn keyring(env: &Env) -> String {
    let home = env.non_empty("GNUPGHOME").map(str::to_owned);
    let home = home.unwrap_or_else(|| format!("{}/.gnupg", env.get("HOME").unwrap_or_default()));
    format!("{home}/pubring.gpg")
}
