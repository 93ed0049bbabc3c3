use std::io;

use super::stage::Stage;
use super::{blue_green, canary, charts, operator, rolling};

/// A part of the story, which can be told alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// A rolling update, its history and the way back
    Rolling,
    /// Two versions side by side, and a Service that is turned from one to the other
    BlueGreen,
    /// A few pods of the new version among many of the old one
    Canary,
    /// A release of a chart, an upgrade that leaves other tools' edits alone, and its rollback
    Helm,
    /// A chart that only declares, a controller that does the rest, and the flag that costs a node its GPU
    Operator,
}

impl Part {
    /// All parts in the order in which the story has them.
    pub(crate) const ALL: [Part; 5] = [
        Part::Rolling,
        Part::BlueGreen,
        Part::Canary,
        Part::Helm,
        Part::Operator,
    ];

    pub(super) fn tell(self, stage: &mut Stage<'_, '_>) -> io::Result<()> {
        match self {
            Part::Rolling => rolling::tell(stage),
            Part::BlueGreen => blue_green::tell(stage),
            Part::Canary => canary::tell(stage),
            Part::Helm => charts::tell(stage),
            Part::Operator => operator::tell(stage),
        }
    }
}
