//! `$patch`, with which a patch says what becomes of a map or list.

use goyaml::{Kind, Node};

use crate::error::{Error, ErrorKind, Result};
use crate::rnode;

const DIRECTIVE: &str = "$patch";

/// What becomes of the value that a patch has another one for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    Merge,
    Replace,
    Delete,
}

impl Strategy {
    fn new(word: &str) -> Result<Self> {
        match word {
            "merge" => Ok(Self::Merge),
            "replace" => Ok(Self::Replace),
            "delete" => Ok(Self::Delete),
            _ => Err(Error::new(
                ErrorKind::Transform,
                format!("unknown patch strategy '{word}'"),
            )),
        }
    }
}

/// What a map of a patch says, without taking it out.
pub(super) fn of_map(map: &Node) -> Result<Strategy> {
    map.get(DIRECTIVE).map_or(Ok(Strategy::Merge), |word| {
        Strategy::new(word.as_str().unwrap_or_default())
    })
}

/// Takes the directive out of a map.
pub(super) fn take_from_map(map: &mut Node) -> Result<Strategy> {
    let strategy = of_map(map)?;
    map.remove(DIRECTIVE);
    Ok(strategy)
}

/// Takes out of a list the element that holds nothing but the directive.
pub(super) fn take_from_list(list: &mut Node) -> Result<Strategy> {
    let first = list
        .items()
        .iter()
        .find(|item| item.get(DIRECTIVE).is_some());
    let Some(word) = first
        .filter(|item| item.pairs().len() == 1)
        .and_then(|item| item.get_str(DIRECTIVE))
    else {
        return Ok(Strategy::Merge);
    };
    let (strategy, word) = (Strategy::new(word)?, word.to_owned());
    if let Some(items) = list.items_mut() {
        items.retain(|item| {
            let empty = rnode::is_null(item) || rnode::is_empty_map(item);
            !empty
                && (item.kind() != Kind::Mapping || item.get_str(DIRECTIVE) != Some(word.as_str()))
        });
    }
    Ok(strategy)
}
