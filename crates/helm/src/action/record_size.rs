//! Records that the cluster would refuse for their size.

use super::ActionError;
use crate::release::{Release, encode};

/// What a Secret or ConfigMap may hold.
const LIMIT: usize = 1 << 20;

/// What is told of what makes a record big.
const TOLD: usize = 5;

/// Refuses a release whose record does not fit, before anything is done.
///
/// # Errors
/// The size, and the parts that make it up.
pub(super) fn check(release: &Release) -> Result<(), ActionError> {
    let size = encode(release).len();
    if size <= LIMIT {
        return Ok(());
    }
    let mut parts = parts(release);
    parts.sort_by_key(|(_, size)| std::cmp::Reverse(*size));
    let mut text = format!(
        "the record of revision {} has {size} bytes, and the cluster stores no more than {LIMIT}. Nothing was changed.\nWhat makes it big, before packing:",
        release.version
    );
    for (what, size) in parts.into_iter().take(TOLD) {
        text.push_str(&format!("\n  {size:>9} bytes  {what}"));
    }
    text.push_str("\nLeave files out with .helmignore, or split the chart.");
    Err(ActionError::told(text))
}

fn parts(release: &Release) -> Vec<(String, usize)> {
    let mut parts = vec![("the rendered manifest".to_owned(), release.manifest.len())];
    let hooks = release.hooks.iter().map(|hook| hook.manifest.len()).sum();
    parts.push(("the rendered hooks".to_owned(), hooks));
    parts.push(("the rendered notes".to_owned(), release.info.notes.len()));
    if let Some(chart) = &release.chart {
        for file in chart.templates.iter().chain(&chart.files) {
            let size = file.data.as_ref().map_or(0, String::len);
            parts.push((format!("{} of the chart, in base64", file.name), size));
        }
        let values = chart.values.as_ref().map(|values| values.to_string().len());
        parts.push(("the chart's default values".to_owned(), values.unwrap_or(0)));
    }
    let config = release
        .config
        .as_ref()
        .map(|values| values.to_string().len());
    parts.push(("the values that were set".to_owned(), config.unwrap_or(0)));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_is_named_first() {
        // Text that does not pack: a walk through a multiplicative generator.
        let mut state = 1_u64;
        let noise = std::iter::repeat_with(|| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            char::from(b'!' + u8::try_from(state >> 58).unwrap_or(0))
        });
        let mut release = Release {
            version: 3,
            manifest: noise.take(1_300_000).collect(),
            ..Release::default()
        };
        release.info.notes = "short".to_owned();
        let error = check(&release).expect_err("it is too big").to_string();
        assert!(
            error.contains(
                "What makes it big, before packing:\n    1300000 bytes  the rendered manifest\n"
            ),
            "{error}"
        );
        release.manifest.truncate(1000);
        assert!(check(&release).is_ok());
    }
}
