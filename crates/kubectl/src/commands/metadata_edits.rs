//! `key=value` and `key-` on the command line: what label and annotate set and remove.

use std::collections::BTreeMap;

use crate::CommandError;

/// What is to be set and removed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MetadataEdits {
    pub(super) set: BTreeMap<String, String>,
    pub(super) remove: Vec<String>,
}

/// Tells the words that name objects from those that edit; `what` is what complaints call an edit.
pub(super) fn split<'a>(
    args: &'a [String],
    what: &str,
) -> Result<(Vec<String>, MetadataEdits), CommandError> {
    let is_edit = |word: &'a String| word.contains('=') || word.ends_with('-');
    let first_edit = args.iter().position(is_edit).unwrap_or(args.len());
    let (resources, words) = args.split_at(first_edit);
    let mut edits = MetadataEdits::default();
    for word in words {
        match (word.split_once('='), word.strip_suffix('-')) {
            (Some((key, value)), _) if !key.is_empty() => {
                edits.set.insert(key.to_owned(), value.to_owned());
            }
            (None, Some(key)) if !key.is_empty() => edits.remove.push(key.to_owned()),
            (None, None) => {
                return Err(CommandError::told(format!(
                    "all resources must be specified before {what} changes: {word}"
                )));
            }
            _ => return Err(CommandError::told(format!("unknown {what} spec: {word}"))),
        }
    }
    if let Some(key) = edits.remove.iter().find(|key| edits.set.contains_key(*key)) {
        return Err(CommandError::told(format!(
            "can not both modify and remove {} {what} in the same command",
            with_article(key)
        )));
    }
    Ok((resources.to_vec(), edits))
}

fn with_article(key: &str) -> String {
    format!("a {key:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_follow_the_objects() {
        let args = ["deploy", "web", "a=b=c", "d-", "e="].map(str::to_owned);
        let (resources, edits) = split(&args, "label").unwrap();
        assert_eq!(resources, ["deploy", "web"]);
        assert_eq!(
            edits.set,
            [("a", "b=c"), ("e", "")]
                .map(|(k, v)| (k.to_owned(), v.to_owned()))
                .into()
        );
        assert_eq!(edits.remove, ["d"]);
    }
}
