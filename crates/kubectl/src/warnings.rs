//! Warnings of the server, each told once.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io;

use cobra::{Flags, Io};

use crate::CommandError;

/// What the server has warned about in this run.
#[derive(Debug, Default)]
pub(crate) struct Warnings {
    told: RefCell<BTreeSet<String>>,
}

impl Warnings {
    /// Prints the texts that have not been printed before.
    pub(crate) fn tell(&self, texts: &[String], io: &mut Io<'_>) -> io::Result<()> {
        for text in texts {
            if self.told.borrow_mut().insert(text.clone()) {
                writeln!(io.stderr, "Warning: {text}")?;
            }
        }
        Ok(())
    }

    /// The outcome of the run, in which warnings may count as errors.
    pub(crate) fn verdict(
        &self,
        flags: &Flags,
        outcome: Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        outcome?;
        match self.told.borrow().len() {
            0 => Ok(()),
            _ if !flags.bool("warnings-as-errors") => Ok(()),
            1 => Err(CommandError::told("1 warning received")),
            count => Err(CommandError::told(format!("{count} warnings received"))),
        }
    }
}
