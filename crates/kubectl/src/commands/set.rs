//! `kubectl set`: changing single features of objects.

mod containers;
mod edit;
mod env;
mod image;
mod resources;
mod selector;
mod service_account;
mod subject;

use cobra::Command;

use crate::session::Session;

pub(super) static SET: Command<Session> =
    Command::new("set SUBCOMMAND", "Set specific features on objects")
        .group(super::BEGINNER)
        .long("Change single features of objects that exist.")
        .no_flags_in_use_line()
        .commands(&[
            &env::ENV,
            &image::IMAGE,
            &resources::RESOURCES,
            &selector::SELECTOR,
            &service_account::SERVICE_ACCOUNT,
            &subject::SUBJECT,
        ])
        .run(super::group);
