//! What a list of revisions shows of each.

use serde::Deserialize;

use super::Info;
use super::chart::StoredMetadata;

/// The parts of a record that lists show. The rest is read over, which costs a fraction of keeping it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Summary {
    /// Times, status and notes.
    pub(crate) info: Info,
    chart: Option<ChartSummary>,
    /// The number of the revision.
    pub(crate) version: i64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ChartSummary {
    metadata: StoredMetadata,
}

impl Summary {
    /// `web-1.2.3`, with `MISSING` where the record has no chart.
    pub(crate) fn chart_label(&self) -> String {
        StoredMetadata::label(self.metadata())
    }

    /// The version of what the chart installs.
    pub(crate) fn app_version(&self) -> &str {
        StoredMetadata::app_version(self.metadata())
    }

    fn metadata(&self) -> Option<&StoredMetadata> {
        self.chart.as_ref().map(|chart| &chart.metadata)
    }
}
