//! Any bytes are read, or refused with a place inside the text, in either dialect, with and without comments.

#![no_main]

use goyaml::{Dialect, Document, Layout, ReadOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for dialect in [Dialect::V2, Dialect::V3] {
        match goyaml::parse_documents(text, &ReadOptions::new(dialect)) {
            Err(error) => assert!(error.position.line as usize <= text.len() + 1),
            Ok(documents) => {
                let mut out = String::new();
                for document in &documents {
                    // A document that JSON cannot hold leaves nothing behind.
                    let before = out.len();
                    if goyaml::to_canonical(document, dialect, &mut out).is_err() {
                        assert_eq!(out.len(), before);
                    }
                }
            }
        }
        // With comments the same is refused, and what is read can be written.
        if let Ok(documents) = Document::parse_all(text, &ReadOptions::new(dialect)) {
            for document in &documents {
                assert!(document.to_yaml(Layout::V3_COMPACT).ends_with('\n'));
            }
        }
    }
});
