//! `kubectl set`: changing single features of objects.

mod edit;
mod image;
mod selector;

use cobra::Command;

use crate::session::Session;

pub(super) static SET: Command<Session> =
    Command::new("set SUBCOMMAND", "Set specific features on objects")
        .group(super::BEGINNER)
        .long("Change single features of objects that exist.")
        .no_flags_in_use_line()
        .commands(&[&image::IMAGE, &selector::SELECTOR])
        .run(super::group);
