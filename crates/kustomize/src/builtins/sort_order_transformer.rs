//! `sortOptions`.

use std::cmp::Ordering;

use crate::config::{ORDER_FIRST, ORDER_LAST, kind_rank, or_last, sort_text};
use crate::error::{Error, ErrorKind, Result};
use crate::gvk::Gvk;
use crate::kustomization::{LegacySortOptions, SortOptions};
use crate::resid::ResId;
use crate::resmap::ResMap;

/// Sorts resources as the options say.
pub(crate) fn sort(resources: &mut ResMap, options: &SortOptions) -> Result<()> {
    match options.order.0.as_str() {
        "fifo" if options.legacy.is_some() => {
            let text = "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'";
            Err(Error::new(ErrorKind::Kustomization, text))
        }
        "fifo" => Ok(()),
        "legacy" => {
            let lists = options.legacy.clone().unwrap_or_else(defaults);
            let mut keys = Keys {
                first: lists.order_first,
                last: lists.order_last,
            };
            keys.sort(resources);
            Ok(())
        }
        _ => Err(Error::new(
            ErrorKind::Kustomization,
            "the field 'sortOptions.order' must be one of [fifo, legacy]",
        )),
    }
}

fn defaults() -> LegacySortOptions {
    let owned = |kinds: &[&str]| kinds.iter().map(|kind| (*kind).to_owned()).collect();
    LegacySortOptions {
        order_first: owned(ORDER_FIRST),
        order_last: owned(ORDER_LAST),
    }
}

struct Keys {
    first: Vec<String>,
    last: Vec<String>,
}

impl Keys {
    fn sort(&mut self, resources: &mut ResMap) {
        resources.sort_by(|a, b| self.compare(&a.cur_id(), &b.cur_id()));
    }

    fn compare(&self, a: &ResId, b: &ResId) -> Ordering {
        self.compare_types(&a.gvk, &b.gvk)
            .then_with(|| id_text(a).cmp(&id_text(b)))
    }

    fn compare_types(&self, a: &Gvk, b: &Gvk) -> Ordering {
        let rank = |gvk: &Gvk| kind_rank(&gvk.kind, &self.first, &self.last);
        let order = rank(a)
            .cmp(&rank(b))
            .then_with(|| sort_text(a).cmp(&sort_text(b)));
        // The core Namespace comes before those of other groups, although the texts say otherwise.
        let namespaces = a.kind == "Namespace"
            && b.kind == "Namespace"
            && (a.group.is_empty() || b.group.is_empty());
        if namespaces { order.reverse() } else { order }
    }
}

/// The text by which objects of one type are compared: those without a namespace come after those in namespaces.
fn id_text(id: &ResId) -> String {
    format!(
        "{}|{}|{}",
        id.gvk,
        or_last(&id.namespace, "~X"),
        or_last(&id.name, "~N")
    )
}
