//! Flags about where a chart comes from.

use cobra::{Env, Flag};

const CA_FILE: Flag = Flag::string(
    "ca-file",
    "file with the authority that signed the repository's certificate",
);
const CERT_FILE: Flag = Flag::string(
    "cert-file",
    "file with the client certificate for the repository",
);
const INSECURE: Flag = Flag::bool(
    "insecure-skip-tls-verify",
    "do not check the repository's certificate",
);
const KEY_FILE: Flag = Flag::string("key-file", "file with the key of the client certificate");
const KEYRING: Flag = Flag::string(
    "keyring",
    "file with the keys that signatures are checked with",
)
.default_from(keyring);
const PASSWORD: Flag = Flag::string("password", "password for the repository");
const PLAIN_HTTP: Flag = Flag::bool("plain-http", "download over HTTP");
const USERNAME: Flag = Flag::string("username", "user for the repository");
const VERIFY: Flag = Flag::bool("verify", "check the signature of the archive");

/// Of commands that take one chart.
pub(crate) const CHART_PATH: &[Flag] = &[
    CA_FILE,
    CERT_FILE,
    INSECURE,
    KEY_FILE,
    KEYRING,
    Flag::bool("pass-credentials", "send user and password to every host"),
    PASSWORD,
    PLAIN_HTTP,
    Flag::string("repo", "URL of the repository"),
    USERNAME,
    VERIFY,
    Flag::string(
        "version",
        "constraint on the version; the latest one by default",
    )
    .completes(),
];

/// Of commands that fetch what a chart depends on.
pub(crate) const DEPENDENCIES: &[Flag] = &[
    CA_FILE, CERT_FILE, INSECURE, KEY_FILE, KEYRING, PASSWORD, PLAIN_HTTP, USERNAME,
];

/// Of `dependency update` and `build`.
pub(crate) const REFRESH: &[Flag] = &[
    Flag::bool(
        "skip-refresh",
        "use the indexes as they were downloaded last",
    ),
    VERIFY,
];

/// Whether pre-releases count as the latest version.
pub(crate) const DEVEL: &[Flag] = &[Flag::bool("devel", "use pre-releases too")];

fn keyring(env: &Env) -> String {
    let home = env.non_empty("GNUPGHOME").map(str::to_owned);
    let home = home.unwrap_or_else(|| format!("{}/.gnupg", env.get("HOME").unwrap_or_default()));
    format!("{home}/pubring.gpg")
}
