//! What in a chart's values files is likely not meant so.
//!
//! Helm says nothing of this: a key that no template reads is ignored, of a key that is there twice the last one
//! counts, and a large integer becomes a float that prints with an exponent.

mod duplicate_keys;
mod exponent;
mod reads;
mod unread;

use std::fmt;

use gotmpl::Step;
use goyaml::{Dialect, Node, ReadOptions};

use crate::chart::Chart;

/// A text with values: the chart's defaults, or what a user sets.
#[derive(Clone, Copy, Debug)]
pub struct ValuesFile<'a> {
    /// The file's name, for whoever reads the advice.
    pub name: &'a str,
    /// Its content.
    pub text: &'a [u8],
}

/// Something in a values file that is likely not meant so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The name of the values file.
    pub file: String,
    /// The line, counted from 1.
    pub line: u32,
    /// What is said of it.
    pub text: String,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

impl Chart {
    /// Looks through values files for keys that no template of this chart reads, for integers that a template prints
    /// with an exponent, and for keys that are there twice. Files that are no YAML are passed over, and so is what
    /// templates read if one of them cannot be parsed.
    #[must_use]
    pub fn advise(
        &self,
        files: &[ValuesFile<'_>],
        environment: &sprig::Environment,
    ) -> Vec<Advice> {
        let parsed: Vec<(&str, Vec<Node>)> = files
            .iter()
            .filter_map(|file| Some((file.name, documents(file.text)?)))
            .collect();
        let texts = parsed.iter().flat_map(|(_, documents)| documents);
        let reads = reads::of_chart(self, texts, environment);
        let mut advice = Vec::new();
        for (file, documents) in &parsed {
            let mut notes = Notes(Vec::new());
            for document in documents {
                duplicate_keys::check(document, &mut notes);
                if let Some(reads) = &reads {
                    unread::check(document, reads, &mut notes);
                    exponent::check(document, reads, &mut notes);
                }
            }
            notes.0.sort();
            advice.extend(notes.0.into_iter().map(|(line, text)| Advice {
                file: (*file).to_owned(),
                line,
                text,
            }));
        }
        advice
    }
}

/// What was found in one file: lines and texts.
struct Notes(Vec<(u32, String)>);

impl Notes {
    fn add(&mut self, node: &Node, text: String) {
        self.0.push((node.position.line, text));
    }
}

fn documents(text: &[u8]) -> Option<Vec<Node>> {
    goyaml::parse_documents(text, &ReadOptions::new(Dialect::V2)).ok()
}

/// A path of values as a template has it.
fn shown(path: &[Step]) -> String {
    let steps = path.iter().map(|step| match step {
        Step::Key(key) => format!(".{key}"),
        Step::Element => "[]".to_owned(),
    });
    format!(".Values{}", steps.collect::<String>())
}
