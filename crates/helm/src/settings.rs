//! Global flags and the environment behind them.

use cobra::{Env, Flag, Flags, Io};

/// The flags that every command understands.
pub(crate) const FLAGS: &[Flag] = &[
    Flag::int("burst-limit", "requests that may be sent at once").default_from(burst_limit),
    Flag::string("color", "whether output has colours: never, auto or always").default_from(color),
    Flag::string(
        "colour",
        "whether output has colours: never, auto or always",
    )
    .default_from(color),
    Flag::string(
        "content-cache",
        "path to the directory with downloaded charts",
    )
    .default_from(content_cache),
    Flag::bool("debug", "say more"),
    Flag::string("kube-apiserver", "address and port of the API server"),
    Flag::string_array("kube-as-group", "group to act for; can be repeated"),
    Flag::string("kube-as-user", "user to act for"),
    Flag::string(
        "kube-ca-file",
        "file with the authority that signed the API server's certificate",
    ),
    Flag::string("kube-context", "name of the kubeconfig context"),
    Flag::bool(
        "kube-insecure-skip-tls-verify",
        "do not check the API server's certificate",
    ),
    Flag::string(
        "kube-tls-server-name",
        "name that the API server's certificate has to be for",
    ),
    Flag::string("kube-token", "bearer token to log in with"),
    Flag::string("kubeconfig", "path to the kubeconfig file"),
    Flag::string("namespace", "namespace of the release").short('n'),
    Flag::float32("qps", "requests per second, bursts aside"),
    Flag::string("registry-config", "path to the file with registry logins")
        .default_from(registry_config),
    Flag::string(
        "repository-cache",
        "path to the directory with repository indexes",
    )
    .default_from(repository_cache),
    Flag::string(
        "repository-config",
        "path to the file with repository names and URLs",
    )
    .default_from(repository_config),
];

fn burst_limit(env: &Env) -> String {
    let limit = env
        .non_empty("HELM_BURST_LIMIT")
        .filter(|text| text.parse::<i64>().is_ok());
    limit.unwrap_or("100").to_owned()
}

fn color(env: &Env) -> String {
    if env.non_empty("NO_COLOR").is_some() {
        return "never".to_owned();
    }
    env.non_empty("HELM_COLOR").unwrap_or("auto").to_owned()
}

fn content_cache(env: &Env) -> String {
    let own = env.non_empty("HELM_CONTENT_CACHE").map(str::to_owned);
    own.unwrap_or_else(|| format!("{}/content", home(env, Home::Cache)))
}

fn registry_config(env: &Env) -> String {
    let own = env.non_empty("HELM_REGISTRY_CONFIG").map(str::to_owned);
    own.unwrap_or_else(|| format!("{}/registry/config.json", home(env, Home::Config)))
}

fn repository_cache(env: &Env) -> String {
    let own = env.non_empty("HELM_REPOSITORY_CACHE").map(str::to_owned);
    own.unwrap_or_else(|| format!("{}/repository", home(env, Home::Cache)))
}

fn repository_config(env: &Env) -> String {
    let own = env.non_empty("HELM_REPOSITORY_CONFIG").map(str::to_owned);
    own.unwrap_or_else(|| format!("{}/repositories.yaml", home(env, Home::Config)))
}

/// One of the directories that are Helm's own.
#[derive(Clone, Copy)]
enum Home {
    Cache,
    Config,
}

fn home(env: &Env, which: Home) -> String {
    let (own, xdg, fallback) = match which {
        Home::Cache => ("HELM_CACHE_HOME", "XDG_CACHE_HOME", ".cache"),
        Home::Config => ("HELM_CONFIG_HOME", "XDG_CONFIG_HOME", ".config"),
    };
    if let Some(path) = env.non_empty(own) {
        return path.to_owned();
    }
    match env.non_empty(xdg) {
        Some(path) => format!("{path}/helm"),
        None => format!("{}/{fallback}/helm", env.get("HOME").unwrap_or_default()),
    }
}

/// Whether to say more.
pub(crate) fn debug(flags: &Flags, env: &Env) -> bool {
    let from_env = env.non_empty("HELM_DEBUG");
    flags.bool("debug")
        || from_env.is_some_and(|text| matches!(text, "1" | "t" | "T" | "true" | "TRUE" | "True"))
}

/// The namespace that a release goes to: the flag's, the environment's, that of the kubeconfig's context.
pub(crate) fn namespace(flags: &Flags, io: &Io<'_>) -> String {
    let flag = Some(flags.string("namespace")).filter(|namespace| !namespace.is_empty());
    let chosen = flag
        .or_else(|| io.env.non_empty("HELM_NAMESPACE"))
        .map(str::to_owned);
    chosen
        .or_else(|| context_namespace(flags, io))
        .unwrap_or_else(|| "default".to_owned())
}

/// The namespace of the context that the kubeconfig files choose; files that cannot be read count as empty, as
/// they do for a command that needs no cluster.
fn context_namespace(flags: &Flags, io: &Io<'_>) -> Option<String> {
    let files: Vec<String> = match flags.string("kubeconfig") {
        "" => match io.env.non_empty("KUBECONFIG") {
            Some(list) => list.split(':').map(str::to_owned).collect(),
            None => vec![format!("{}/.kube/config", io.env.get("HOME")?)],
        },
        file => vec![file.to_owned()],
    };
    let read = |file: &String| std::fs::read(io.resolve(file)).ok();
    let configs: Vec<_> = files
        .iter()
        .filter_map(read)
        .filter_map(|text| kubeconfig(&text))
        .collect();
    let named = match flags.string("kube-context") {
        "" => io.env.non_empty("HELM_KUBECONTEXT"),
        name => Some(name),
    };
    let name = match named {
        Some(name) => name.to_owned(),
        None => configs
            .iter()
            .find_map(|config| text(&config["current-context"]))?,
    };
    let contexts = configs
        .iter()
        .filter_map(|config| config["contexts"].as_array())
        .flatten();
    let mut contexts = contexts.filter(|context| context["name"].as_str() == Some(&name));
    text(&contexts.next()?["context"]["namespace"])
}

fn kubeconfig(text: &[u8]) -> Option<serde_json::Value> {
    let options = goyaml::DecodeOptions {
        dialect: goyaml::Dialect::V2,
        strict: false,
    };
    goyaml::yaml_to_json(text, &options).ok()
}

fn text(value: &serde_json::Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}
