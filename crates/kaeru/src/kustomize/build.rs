//! `kustomize build`.

use std::io::Write;
use std::path::{Path, PathBuf};

use cobra::{Args, Command, Env, Failure, Flag, Invocation, Io};
use filesys::{Disk, FileSystem};
use kustomize::{
    ChartInflator, HelmOptions, LoadRestrictor, NetworkRemote, Options, Reorder, ResMap,
};

use super::charts::Charts;

const RESTRICTIONS: &str = "[LoadRestrictionsRootOnly LoadRestrictionsNone]";

const FLAGS: &[Flag] = &[
    Flag::bool("as-current-user", "use the uid and gid of the command executor to run the function in the container"),
    Flag::bool("enable-alpha-plugins", "enable kustomize plugins"),
    Flag::bool("enable-exec", "enable support for exec functions (raw executables); do not use for untrusted configs!!! (Alpha)"),
    Flag::bool("enable-helm", "Enable use of the Helm chart inflator generator."),
    Flag::bool("enable-managedby-label", "enable adding app.kubernetes.io/managed-by").deprecated(
        "The flag `enable-managedby-label` has been deprecated. Use the `managedByLabel` option in the `buildMetadata` field instead.",
    ),
    Flag::string_array("env", "a list of environment variables to be used by functions").short('e'),
    Flag::string_array("helm-api-versions", "Kubernetes api versions used by Helm for Capabilities.APIVersions"),
    Flag::string("helm-command", "helm command (path to executable)").default("helm"),
    Flag::bool("helm-debug", "Enable debug output from the Helm chart inflator generator."),
    Flag::string("helm-kube-version", "Kubernetes version used by Helm for Capabilities.KubeVersion"),
    Flag::string(
        "load-restrictor",
        "if set to 'LoadRestrictionsNone', local kustomizations may load files from outside their root. This does, however, break the \
         relocatability of the kustomization.",
    )
    .default("LoadRestrictionsRootOnly"),
    Flag::string_array("mount", "a list of storage options read from the filesystem"),
    Flag::bool("network", "enable network access for functions that declare it"),
    Flag::string("network-name", "the docker network to run the container in").default("bridge"),
    Flag::string("output", "If specified, write output to this path.").short('o'),
    Flag::string("reorder", "Reorder the resources just before output.")
        .default("unspecified")
        .deprecated("use the new 'sortOptions' field in kustomization.yaml instead."),
    Flag::bool("strict", "Refuse what is silently without effect: targets that match nothing, deprecated fields, repeated keys."),
];

pub(super) static BUILD: Command<()> = Command::new("build DIR", "Build a kustomization target from a directory or URL")
    .long(
        "Build a set of KRM resources using a 'kustomization.yaml' file.\n\
         The DIR argument must be a path to a directory containing\n\
         'kustomization.yaml', or a git repository URL with a path suffix\n\
         specifying same with respect to the repository root.\n\
         If DIR is omitted, '.' is assumed.",
    )
    .example(
        "# Build the current working directory\n  kustomize build\n\n# Build some shared configuration directory\n  kustomize build \
         /home/config/production\n\n# Build from github\n  kustomize build https://github.com/kubernetes-sigs/kustomize.git/examples/helloWorld?ref=v1.0.6",
    )
    .flags(&[FLAGS])
    .args(Args::Arbitrary)
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let target = match invocation.args.as_slice() {
        [] => ".",
        [target] => target,
        _ => return Err(Failure::new("specify one path to kustomization.yaml")),
    };
    let word = flags.string("load-restrictor");
    let load_restrictor = LoadRestrictor::parse(word).ok_or_else(|| {
        Failure::new(format!(
            "illegal flag value --load-restrictor {word}; legal values: {RESTRICTIONS}"
        ))
    })?;
    let remote = NetworkRemote::new(cache_directory(&io.env));
    let charts = Charts {
        env: io.env.clone(),
        cwd: io.cwd.clone(),
    };
    let options = Options {
        load_restrictor,
        reorder: reorder(flags.string("reorder"))?,
        managed_by_label: flags.bool("enable-managedby-label")
            || io.env.get("KUSTOMIZE_ENABLE_MANAGEDBY_LABEL") == Some("on"),
        enable_plugins: flags.bool("enable-alpha-plugins"),
        charts: flags
            .bool("enable-helm")
            .then_some(&charts as &dyn ChartInflator),
        helm: HelmOptions {
            kube_version: flags.string("helm-kube-version"),
            api_versions: flags.strings("helm-api-versions"),
            debug: flags.bool("helm-debug"),
        },
        remote: &remote,
        strict: flags.bool("strict"),
    };
    let mut failed = None;
    let mut warn = |text: &str| {
        if let Err(error) = writeln!(io.stderr, "{text}") {
            failed.get_or_insert(error);
        }
    };
    let built = kustomize::build_with_warnings(&Disk, Path::new(target), &options, &mut warn);
    if let Some(error) = failed {
        return Err(error.into());
    }
    let built = built.map_err(|error| failure(&error))?;
    write(&Disk, &built, flags.string("output"), io)
}

fn reorder(word: &str) -> Result<Option<Reorder>, Failure> {
    match word {
        "unspecified" => Ok(None),
        "legacy" => Ok(Some(Reorder::Legacy)),
        "none" => Ok(Some(Reorder::None)),
        _ => Err(Failure::new(format!(
            "illegal flag value --reorder {word}; legal values: [legacy none]"
        ))),
    }
}

/// Where fetched repositories are kept.
fn cache_directory(env: &Env) -> PathBuf {
    let base = env.non_empty("XDG_CACHE_HOME").map(PathBuf::from);
    let base = base.or_else(|| {
        env.non_empty("HOME")
            .map(|home| Path::new(home).join(".cache"))
    });
    base.unwrap_or_else(std::env::temp_dir)
        .join("kaeru")
        .join("git")
}

fn failure(error: &kustomize::Error) -> Failure {
    let explanation = error.explanation();
    let explanation = explanation.trim_end();
    Failure::new(if explanation.is_empty() {
        error.to_string()
    } else {
        format!("{error}\n\n{explanation}")
    })
}

/// Writes everything to the screen, to a file, or one file for each resource into a directory.
fn write(
    files: &dyn FileSystem,
    built: &ResMap,
    output: &str,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    if output.is_empty() {
        return Ok(io
            .stdout
            .write_all(built.to_yaml().map_err(|error| failure(&error))?.as_bytes())?);
    }
    let path = io.resolve(output);
    if files.is_dir(&path) {
        for (name, text) in built.to_files().map_err(|error| failure(&error))? {
            files.write(&path.join(name), text.as_bytes())?;
        }
        return Ok(());
    }
    let text = built.to_yaml().map_err(|error| failure(&error))?;
    files
        .write(&path, text.as_bytes())
        .map_err(|error| Failure::new(format!("open {output}: {}", reason(&error))))
}

/// The reason of a failure without the operation and path.
fn reason(error: &filesys::PathError) -> String {
    error
        .to_string()
        .rsplit(": ")
        .next()
        .unwrap_or_default()
        .to_owned()
}
