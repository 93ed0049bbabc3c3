//! Resources that kustomize read and wrote.

use std::fs;

use goyaml::{Dialect, ReadOptions};

#[test]
fn resources_come_out_as_recorded() {
    let mut folders: Vec<_> = fs::read_dir(crate::cases("kustomize"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    assert!(folders.len() > 15);
    for folder in folders {
        let input = fs::read(folder.join("input.yaml")).unwrap();
        let mut out = String::new();
        let built =
            goyaml::parse_documents(&input, &ReadOptions::new(Dialect::V3)).and_then(|documents| {
                documents
                    .iter()
                    .try_for_each(|document| goyaml::to_canonical(document, Dialect::V3, &mut out))
            });
        match built {
            Ok(()) => assert_eq!(
                out,
                fs::read_to_string(folder.join("output.yaml")).unwrap(),
                "{}",
                folder.display()
            ),
            Err(error) => {
                let recorded = fs::read_to_string(folder.join("error")).unwrap();
                assert!(
                    recorded.trim_end() == error.to_string()
                        || recorded.trim_end() == error.message(),
                    "{}: {error}",
                    folder.display()
                );
            }
        }
    }
}

/// What aliases and merge keys stand for can be put in their place before anything is written.
#[test]
fn expanding_first_changes_nothing() {
    for case in ["merge-alias", "merge-after-key", "merge-list"] {
        let folder = crate::cases("kustomize").join(case);
        let input = fs::read(folder.join("input.yaml")).unwrap();
        let mut document = goyaml::parse_document(&input, &ReadOptions::new(Dialect::V3))
            .unwrap()
            .unwrap();
        goyaml::expand(&mut document).unwrap();
        let mut out = String::new();
        goyaml::to_canonical(&document, Dialect::V3, &mut out).unwrap();
        assert_eq!(
            out,
            fs::read_to_string(folder.join("output.yaml")).unwrap(),
            "{case}"
        );
    }
}
