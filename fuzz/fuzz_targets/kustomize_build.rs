//! A whole build of a tree in memory. The input is the tree: each line `== PATH` begins a file below `/app`.
#![no_main]

use std::path::{Component, Path};

use filesys::Memory;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let files: Memory = input
        .split("\n== ")
        .filter_map(|section| section.split_once('\n'))
        .filter(|(path, _)| {
            !path.is_empty()
                && Path::new(path)
                    .components()
                    .all(|part| matches!(part, Component::Normal(_)))
        })
        .map(|(path, text)| (format!("/app/{path}"), text.to_owned()))
        .collect::<Vec<_>>()
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    if let Ok(resources) =
        kustomize::build(&files, Path::new("/app"), &kustomize::Options::default())
    {
        drop(resources.to_yaml());
    }
});
