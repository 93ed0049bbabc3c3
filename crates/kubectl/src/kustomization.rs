//! Building a kustomization for `-k` and `kubectl kustomize`.

use std::path::{Path, PathBuf};

use cobra::{Env, Io};
use filesys::Disk;
use kustomize::{LoadRestrictor, NetworkRemote, Options};

/// The manifests that a kustomization builds.
///
/// # Errors
/// With kustomize's own message.
pub(crate) fn build(
    root: &str,
    load_restrictor: LoadRestrictor,
    io: &mut Io<'_>,
) -> Result<String, String> {
    let remote = NetworkRemote::new(cache_directory(&io.env));
    let options = Options {
        load_restrictor,
        remote: &remote,
        ..Options::default()
    };
    let mut warnings = Vec::new();
    let built = kustomize::build_with_warnings(&Disk, Path::new(root), &options, &mut |text| {
        warnings.push(text.to_owned());
    });
    for warning in warnings {
        writeln!(io.stderr, "{warning}").map_err(|error| error.to_string())?;
    }
    let resources = built.map_err(|error| described(&error))?;
    resources.to_yaml().map_err(|error| described(&error))
}

fn described(error: &kustomize::Error) -> String {
    let explanation = error.explanation();
    match explanation.trim_end() {
        "" => error.to_string(),
        explanation => format!("{error}\n\n{explanation}"),
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
