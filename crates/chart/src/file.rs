//! Files of a chart.

use std::time::SystemTime;

use gotmpl::Str;

/// A file of a chart.
#[derive(Clone, Debug)]
pub struct File {
    /// The path below the chart's directory, with `/`.
    pub name: String,
    /// The content, without a byte order mark.
    pub data: Str,
    /// When the file was changed, as the directory or archive says.
    pub modified: Option<SystemTime>,
}
