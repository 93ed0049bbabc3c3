//! `kubectl rollout`: how changes of workloads proceed, and going back.

mod history;
mod live_progress;
mod pause;
mod restart;
mod resume;
mod revisions;
mod status;
mod status_viewers;
mod toggle;
mod undo;

use cobra::{Command, Invocation};

use super::describe::{Text, describe_pod_template};
use crate::resource::{FileOptions, Request};
use crate::session::Session;

/// The manager of what rollout changes.
const MANAGER: &str = "kubectl-rollout";

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
        .run(super::group_on_output);

/// The workloads that are named or stand in files, in their newest version; a type alone means all of it.
fn workloads(invocation: &Invocation<Session>) -> Request<'_> {
    let flags = &invocation.flags;
    Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        types_mean_all: true,
        latest: true,
        missing: "required resource not specified",
        ..Request::default()
    }
}

/// A pod template for people, its columns as tabs.
fn pod_template_text(template: &serde_json::Value) -> String {
    let mut text = Text::default();
    describe_pod_template(&mut text, template);
    text.raw()
}
