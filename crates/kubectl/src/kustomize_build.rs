//! Building a kustomization as `kubectl kustomize` and `kustomize build` do.

use cobra::{Failure, Flag, Flags, Io};
use filesys::{Disk, FileSystem};
use kustomize::{ChartInflator, HelmOptions, LoadRestrictor, Options, Reorder, ResMap};

use crate::kustomization;

const RESTRICTIONS: &str = "[LoadRestrictionsRootOnly LoadRestrictionsNone]";

/// The flags of kubectl's `kustomize`.
pub const KUSTOMIZE_FLAGS: &[Flag] = &[
    Flag::bool("as-current-user", "use the uid and gid of the command executor to run the function in the container"),
    Flag::bool("enable-alpha-plugins", "enable kustomize plugins"),
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
    .default("LoadRestrictionsRootOnly")
    .values(&["LoadRestrictionsNone", "LoadRestrictionsRootOnly"]),
    Flag::string_array("mount", "a list of storage options read from the filesystem"),
    Flag::bool("network", "enable network access for functions that declare it"),
    Flag::string("network-name", "the docker network to run the container in").default("bridge"),
    Flag::string("output", "If specified, write output to this path.").short('o').files(&[]),
    Flag::string("reorder", "Reorder the resources just before output.")
        .default("unspecified")
        .values(&["legacy", "none"])
        .deprecated("use the new 'sortOptions' field in kustomization.yaml instead."),
];

/// Makes the engine that renders the charts of a kustomization. The binary supplies it: kubectl knows no charts.
pub type ChartEngine = fn(&Io<'_>) -> Box<dyn ChartInflator>;

/// Builds the kustomization that the arguments name and writes what comes of it, by the flags of [`KUSTOMIZE_FLAGS`].
///
/// # Errors
/// Flags that mean nothing, and what kustomize finds at fault. Nothing is written then.
pub fn build_kustomization(
    args: &[String],
    flags: &Flags,
    strict: bool,
    engine: Option<ChartEngine>,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let target = match args {
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
    let charts = engine
        .filter(|_| flags.bool("enable-helm"))
        .map(|engine| engine(io));
    let remote = kustomization::kustomize_remote(io);
    let options = Options {
        load_restrictor,
        reorder: reorder(flags.string("reorder"))?,
        managed_by_label: flags.bool("enable-managedby-label")
            || io.env.get("KUSTOMIZE_ENABLE_MANAGEDBY_LABEL") == Some("on"),
        enable_plugins: flags.bool("enable-alpha-plugins"),
        charts: charts.as_deref(),
        helm: HelmOptions {
            kube_version: flags.string("helm-kube-version"),
            api_versions: flags.strings("helm-api-versions"),
            debug: flags.bool("helm-debug"),
        },
        remote: &remote,
        strict,
    };
    let built = kustomization::build(target, &options, io).map_err(Failure::new)?;
    write(&built, flags.string("output"), io)
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

/// Writes everything to the screen, to a file, or one file for each resource into a directory.
fn write(built: &ResMap, output: &str, io: &mut Io<'_>) -> Result<(), Failure> {
    if output.is_empty() {
        return Ok(io.stdout.write_all(
            built
                .to_yaml()
                .map_err(|error| Failure::new(kustomization::described(&error)))?
                .as_bytes(),
        )?);
    }
    let path = io.resolve(output);
    if Disk.is_dir(&path) {
        for (name, text) in built
            .to_files()
            .map_err(|error| Failure::new(kustomization::described(&error)))?
        {
            Disk.write(&path.join(name), text.as_bytes())?;
        }
        return Ok(());
    }
    let text = built
        .to_yaml()
        .map_err(|error| Failure::new(kustomization::described(&error)))?;
    Disk.write(&path, text.as_bytes())
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
