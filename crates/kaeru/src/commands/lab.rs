use cobra::Io;

use crate::failure::Failure;
use crate::lab::{self, Part};

/// Tells how a service is changed and put back, on a cluster that lives as long as the story
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Lab {
    /// Tell this part only; may be given several times
    #[arg(long = "part", value_name = "NAME", value_enum)]
    parts: Vec<Part>,
    /// Wait for Enter before each chapter
    #[arg(long)]
    pause: bool,
}

const EXAMPLES: &str = "\
Examples:
  # The whole story
  kaeru lab
  # Two of its parts, chapter by chapter
  kaeru lab --part blue-green --part canary --pause";

impl Lab {
    pub(crate) fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let parts = if self.parts.is_empty() {
            &Part::ALL
        } else {
            &*self.parts
        };
        match lab::run(io, parts, self.pause)? {
            0 => Ok(()),
            broken => Err(format!("{broken} claims did not come true").into()),
        }
    }
}
