//! `kubectl rollout`: how changes of workloads proceed, and going back.

mod history;
mod pause;
mod pod_template;
mod progress;
mod restart;
mod resume;
mod revisions;
mod status;
mod status_viewers;
mod toggle;
mod undo;

use cobra::Command;

use crate::session::Session;

/// The manager of what rollout changes.
const MANAGER: &str = "kubectl-rollout";

/// What is complained where no object is named.
const MISSING: &str = "required resource not specified";

pub(super) static ROLLOUT: Command<Session> =
    Command::new("rollout SUBCOMMAND", "Manage the rollout of a resource")
        .group(super::DEPLOY)
        .long("Manage the rollout of one or many resources.\n\n Valid resource types include:\n\n  *  deployments\n  *  daemonsets\n  *  statefulsets")
        .example("  # Go back to the revision before\n  kubectl rollout undo deployment/web\n  \n  # Wait until a rollout is complete\n  kubectl rollout status deployment/web\n  \n  # Start the pods anew, one after the other\n  kubectl rollout restart deployment/web")
        .no_flags_in_use_line()
        .commands(&[
            &history::HISTORY,
            &pause::PAUSE,
            &resume::RESUME,
            &undo::UNDO,
            &status::STATUS,
            &restart::RESTART,
        ])
        .run(super::group);
