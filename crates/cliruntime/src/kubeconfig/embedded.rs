//! Where a running embedded cluster leaves its kubeconfig.

use std::path::PathBuf;

use cobra::Env;

/// The kubeconfig of the embedded cluster in its usual data directory; there is a file only while it runs.
pub(super) fn kubeconfig_path(env: &Env) -> Option<PathBuf> {
    let data = match env.non_empty("XDG_DATA_HOME") {
        Some(data) => PathBuf::from(data),
        None => PathBuf::from(env.non_empty("HOME")?).join(".local/share"),
    };
    Some(data.join("kaeru").join("kubeconfig"))
}
