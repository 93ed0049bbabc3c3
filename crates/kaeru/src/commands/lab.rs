use cobra::Io;

use crate::failure::Failure;
use crate::lab;

/// Tells how a service is changed and put back, on a cluster that lives as long as the story
#[derive(Debug, clap::Args)]
pub(crate) struct Lab {}

impl Lab {
    pub(crate) fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        match lab::run(io)? {
            0 => Ok(()),
            broken => Err(format!("{broken} claims did not come true").into()),
        }
    }
}
