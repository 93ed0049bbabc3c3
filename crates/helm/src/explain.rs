//! What stands under the real text of an error: where to look.

mod definitions;
mod document;
mod nearest;
mod source;
mod template;

use chart::{Chart, Error, RenderError};

pub(crate) use source::around;

/// Lines for a failed rendering, each block behind an empty line; empty if there is nothing to add.
pub(crate) fn rendering(error: &Error, chart: &Chart) -> String {
    match error {
        Error::Render(error) => match &**error {
            RenderError::Parse { error, text } => {
                source::excerpt(&error.name().to_str(), &text.to_str(), error.offset())
            }
            RenderError::Execute(error) => template::failure(error, chart),
        },
        Error::Manifest { error, .. } => document::failure(error, chart),
        Error::Dependencies(_)
        | Error::Values(_)
        | Error::Schema(_)
        | Error::KubeVersion { .. }
        | Error::ApiVersion => String::new(),
    }
}
