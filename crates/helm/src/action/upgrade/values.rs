//! Which values an upgrade has.

use chart::{Log, Values};
use cobra::Io;
use serde_json::{Value, json};

use super::Upgrade;
use crate::action::ActionError;
use crate::action::value_loss::{lost, warning};
use crate::logfmt;
use crate::release::Release;

impl Upgrade {
    /// Brings in the values that were set before, as the flags say, and tells which are dropped.
    ///
    /// # Errors
    /// If values do not fit the earlier chart, or some are dropped and that is not allowed.
    pub(super) fn reuse_values(
        &mut self,
        original: &Release,
        io: &mut Io<'_>,
    ) -> Result<(), ActionError> {
        let before = Values::from_json(&original.user_values());
        let log = Log::default();
        if self.reuse.reset {
            return Ok(());
        }
        if self.reuse.reuse {
            let chart = original.chart.clone().unwrap_or_default().defaults_only();
            let old = before.with_defaults(&chart, &log).map_err(|error| {
                ActionError::told(format!("failed to rebuild old values: {error}"))
            })?;
            self.values = self.values.over(&before, &log);
            self.chart.values = old.map().clone();
        } else if self.reuse.reset_then_reuse || is_empty(&self.values.to_json()) {
            self.values = self.values.over(&before, &log);
        } else {
            self.check_loss(original, io)?;
        }
        logfmt::write_all(io, &log);
        Ok(())
    }

    fn check_loss(&self, original: &Release, io: &mut Io<'_>) -> Result<(), ActionError> {
        let defaults = Values::from(self.chart.values.clone()).to_json();
        let before = Values::from_json(&original.user_values()).to_json();
        let lost = lost(&before, &self.values.to_json(), &defaults);
        if lost.is_empty() {
            return Ok(());
        }
        let warning = warning(&lost, original.version);
        if self.reuse.strict {
            let told = warning.trim_end().trim_start_matches("warning: ");
            return Err(ActionError::told(format!(
                "{told}\nrefused because of --strict-values; nothing was changed"
            )));
        }
        // Whoever closed stderr does not want to be warned.
        let _ = write!(io.stderr, "{warning}");
        Ok(())
    }
}

fn is_empty(values: &Value) -> bool {
    *values == json!({})
}
