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
    Flag::string("kube-context", "name of the kubeconfig context").completes(),
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
    Flag::string("namespace", "namespace of the release")
        .short('n')
        .completes(),
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
    let own = env
        .get("HELM_COLOR")
        .filter(|mode| COLOR_MODES.contains(mode));
    own.unwrap_or("auto").to_owned()
}

const COLOR_MODES: [&str; 3] = ["never", "auto", "always"];

/// What `--color` or `--colour` says that is no mode, on a command line of which nothing else is known yet.
pub(crate) fn invalid_color(args: &[String]) -> Option<&str> {
    let mut mode = None;
    let mut words = args.iter().take_while(|word| *word != "--").peekable();
    while let Some(word) = words.next() {
        let Some(flag) = word.strip_prefix('-').filter(|flag| !flag.is_empty()) else {
            continue;
        };
        if let Some((name, value)) = flag.split_once('=') {
            mode = is_color(name).then_some(value).or(mode);
            continue;
        }
        let known = FLAGS
            .iter()
            .find(|known| flag.strip_prefix('-') == Some(known.name()));
        let takes_next = match known {
            Some(known) => known.takes_next(),
            None => words.peek().is_some_and(|next| !next.starts_with('-')),
        };
        if takes_next && let Some(value) = words.next() {
            mode = is_color(flag).then_some(value.as_str()).or(mode);
        }
    }
    mode.filter(|mode| !COLOR_MODES.contains(mode))
}

fn is_color(flag: &str) -> bool {
    matches!(flag, "-color" | "-colour")
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
    Data,
}

fn home(env: &Env, which: Home) -> String {
    let (own, xdg, fallback) = match which {
        Home::Cache => ("HELM_CACHE_HOME", "XDG_CACHE_HOME", ".cache"),
        Home::Config => ("HELM_CONFIG_HOME", "XDG_CONFIG_HOME", ".config"),
        Home::Data => ("HELM_DATA_HOME", "XDG_DATA_HOME", ".local/share"),
    };
    if let Some(path) = env.non_empty(own) {
        return path.to_owned();
    }
    match env.non_empty(xdg) {
        Some(path) => format!("{path}/helm"),
        None => gostd::path::join(&[env.get("HOME").unwrap_or_default(), fallback, "helm"]),
    }
}

/// The directory with starters and plugins.
pub(crate) fn data_home(env: &Env) -> String {
    home(env, Home::Data)
}

/// What `helm env` shows, sorted by name.
pub(crate) fn variables(flags: &Flags, io: &Io<'_>) -> Vec<(&'static str, String)> {
    let env = &io.env;
    let own = |name: &str| env.get(name).unwrap_or_default().to_owned();
    let flag_or = |flag: &str, name: &str| match flags.string(flag) {
        "" => own(name),
        text => text.to_owned(),
    };
    let groups = match flags.strings("kube-as-group") {
        [] => own("HELM_KUBEASGROUPS"),
        // Helm reads its global flags twice, and a list grows each time.
        groups => [groups, groups].concat().join(","),
    };
    let program = std::env::args().next().unwrap_or_default();
    let insecure = flags.bool("kube-insecure-skip-tls-verify")
        || is_true(env, "HELM_KUBEINSECURE_SKIP_TLS_VERIFY");
    vec![
        ("HELM_BIN", program),
        ("HELM_BURST_LIMIT", flags.int("burst-limit").to_string()),
        ("HELM_CACHE_HOME", home(env, Home::Cache)),
        ("HELM_CONFIG_HOME", home(env, Home::Config)),
        (
            "HELM_CONTENT_CACHE",
            flags.string("content-cache").to_owned(),
        ),
        ("HELM_DATA_HOME", home(env, Home::Data)),
        ("HELM_DEBUG", debug(flags, env).to_string()),
        (
            "HELM_KUBEAPISERVER",
            flag_or("kube-apiserver", "HELM_KUBEAPISERVER"),
        ),
        ("HELM_KUBEASGROUPS", groups),
        (
            "HELM_KUBEASUSER",
            flag_or("kube-as-user", "HELM_KUBEASUSER"),
        ),
        (
            "HELM_KUBECAFILE",
            flag_or("kube-ca-file", "HELM_KUBECAFILE"),
        ),
        (
            "HELM_KUBECONTEXT",
            flag_or("kube-context", "HELM_KUBECONTEXT"),
        ),
        ("HELM_KUBEINSECURE_SKIP_TLS_VERIFY", insecure.to_string()),
        (
            "HELM_KUBETLS_SERVER_NAME",
            flag_or("kube-tls-server-name", "HELM_KUBETLS_SERVER_NAME"),
        ),
        ("HELM_KUBETOKEN", flag_or("kube-token", "HELM_KUBETOKEN")),
        (
            "HELM_MAX_HISTORY",
            env.non_empty("HELM_MAX_HISTORY")
                .filter(|n| n.parse::<i64>().is_ok())
                .unwrap_or("10")
                .to_owned(),
        ),
        ("HELM_NAMESPACE", namespace(flags, io)),
        (
            "HELM_PLUGINS",
            env.non_empty("HELM_PLUGINS").map_or_else(
                || format!("{}/plugins", home(env, Home::Data)),
                str::to_owned,
            ),
        ),
        ("HELM_QPS", queries_per_second(flags, env)),
        (
            "HELM_REGISTRY_CONFIG",
            flags.string("registry-config").to_owned(),
        ),
        (
            "HELM_REPOSITORY_CACHE",
            flags.string("repository-cache").to_owned(),
        ),
        (
            "HELM_REPOSITORY_CONFIG",
            flags.string("repository-config").to_owned(),
        ),
    ]
}

fn queries_per_second(flags: &Flags, env: &Env) -> String {
    let rate = if flags.changed("qps") {
        flags.float("qps")
    } else {
        env.get("HELM_QPS")
            .and_then(|text| text.parse().ok())
            .unwrap_or(0.0)
    };
    format!("{rate:.2}")
}

/// Whether a variable of the environment says yes.
pub(crate) fn is_true(env: &Env, name: &str) -> bool {
    env.get(name)
        .is_some_and(|text| gostd::strconv::parse_bool(text).unwrap_or(false))
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

/// The namespace of the context that the kubeconfig files choose.
fn context_namespace(flags: &Flags, io: &Io<'_>) -> Option<String> {
    let configs = kubeconfigs(flags, io);
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
    let context = named_contexts(&configs).find(|context| context["name"].as_str() == Some(&name));
    text(&context?["context"]["namespace"])
}

/// The contexts of the kubeconfig files, each with the name of its cluster, in the order of their names.
pub(crate) fn contexts(flags: &Flags, io: &Io<'_>) -> Vec<(String, String)> {
    let configs = kubeconfigs(flags, io);
    let contexts = named_contexts(&configs).filter_map(|context| {
        let cluster = text(&context["context"]["cluster"]).unwrap_or_default();
        Some((text(&context["name"])?, cluster))
    });
    let mut contexts: Vec<_> = contexts.collect();
    contexts.sort();
    contexts.dedup_by(|later, earlier| later.0 == earlier.0);
    contexts
}

fn named_contexts(configs: &[serde_json::Value]) -> impl Iterator<Item = &serde_json::Value> {
    let lists = configs
        .iter()
        .filter_map(|config| config["contexts"].as_array());
    lists.flatten()
}

/// The kubeconfig files; what cannot be read counts as empty, as it does for a command that needs no cluster.
fn kubeconfigs(flags: &Flags, io: &Io<'_>) -> Vec<serde_json::Value> {
    let files: Vec<String> = match (flags.string("kubeconfig"), io.env.non_empty("KUBECONFIG")) {
        ("", Some(list)) => list.split(':').map(str::to_owned).collect(),
        ("", None) => match io.env.get("HOME") {
            Some(home) => vec![format!("{home}/.kube/config")],
            None => Vec::new(),
        },
        (file, _) => vec![file.to_owned()],
    };
    let read = |file: &String| std::fs::read(io.resolve(file)).ok();
    files
        .iter()
        .filter_map(read)
        .filter_map(|text| kubeconfig(&text))
        .collect()
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
