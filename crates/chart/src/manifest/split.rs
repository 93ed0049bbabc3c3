//! Splitting text at `---`.

/// The documents of a text: split at every line that starts with `---`, blanks before each removed and those
/// after it kept, blank documents left out.
#[must_use]
pub fn split_manifests(text: &str) -> Vec<String> {
    let mut documents = Vec::new();
    let (mut start, mut position) = (0, 0);
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("---") {
            documents.push(&text[start..position]);
            // What follows on the line already belongs to the next document.
            start = position + line.len() - rest.trim_start_matches([' ', '\t']).len();
        }
        position += line.len();
    }
    documents.push(&text[start..]);
    let documents = documents
        .into_iter()
        .map(|document| document.trim_start_matches(gostd::unicode::is_space));
    documents
        .filter(|document| !document.is_empty())
        .map(str::to_owned)
        .collect()
}
