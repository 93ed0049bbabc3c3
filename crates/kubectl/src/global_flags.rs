//! The flags that every command understands.

use cobra::{Env, Flag};

/// How to reach which cluster as whom, and how much to say about it.
pub(crate) const GLOBAL_FLAGS: &[Flag] = &[
    Flag::string("as", "Name of the user, or the service account in a namespace, to act as."),
    Flag::string_array("as-group", "Group to act as; repeat the flag for several groups."),
    Flag::string("as-uid", "UID to act as."),
    Flag::string_array("as-user-extra", "Extra attribute of the user to act as; repeat the flag for several."),
    Flag::string("cache-dir", "Directory for caches").default_from(cache_dir),
    Flag::string("certificate-authority", "File with the certificate of the authority that signed the server's"),
    Flag::string("client-certificate", "File with the client certificate for TLS"),
    Flag::string("client-key", "File with the client key for TLS"),
    Flag::string("cluster", "Name of the cluster in the kubeconfig to use").completes(),
    Flag::string("context", "Name of the context in the kubeconfig to use").completes(),
    Flag::bool("disable-compression", "If true, ask the server not to compress its answers"),
    Flag::bool(
        "insecure-skip-tls-verify",
        "If true, do not check the server's certificate. Connections can then be read by others.",
    ),
    Flag::string("kubeconfig", "File to read the kubeconfig from").files(&[]),
    Flag::string("kuberc", "File to read preferences from; it is accepted and not read."),
    Flag::bool("match-server-version", "Refuse to go on unless the server has the client's version"),
    Flag::string("namespace", "Namespace to work in").short('n').completes(),
    Flag::string("password", "Password for basic authentication to the API server"),
    Flag::string("proxy-url", "URL of a proxy for requests to the API server"),
    Flag::string(
        "request-timeout",
        "How long to wait for a single answer of the server, as a number with a unit (1s, 2m, 3h). Zero waits as long as it takes.",
    )
    .default("0"),
    Flag::string("server", "Address and port of the API server").short('s'),
    Flag::string("tls-server-name", "Name to expect in the server's certificate, instead of the host that is asked"),
    Flag::string("token", "Bearer token for authentication to the API server"),
    Flag::string("user", "Name of the user in the kubeconfig to use").completes(),
    Flag::string("username", "Name for basic authentication to the API server"),
    Flag::count("v", "How much to log; it is accepted and nothing is logged").short('v').optional_value(""),
    Flag::bool("warnings-as-errors", "Treat a warning of the server as an error and exit with a code other than zero"),
];

fn cache_dir(env: &Env) -> String {
    match env.non_empty("KUBECACHEDIR") {
        Some(dir) => dir.to_owned(),
        None => format!("{}/.kube/cache", env.get("HOME").unwrap_or_default()),
    }
}
