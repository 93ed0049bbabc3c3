//! `kubectl auth`: who one is, and what one may do.

mod can_i;
mod whoami;

use cobra::Command;

use crate::session::Session;

pub(super) static AUTH: Command<Session> = Command::new("auth", "Inspect authorization")
    .group(super::ADVANCED)
    .long("Tell as whom the server knows one, and what one may do there.")
    .flags(&[])
    .commands(&[&can_i::CAN_I, &whoami::WHOAMI])
    .run(super::group);
