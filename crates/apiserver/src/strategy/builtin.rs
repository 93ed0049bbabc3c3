//! Which built-in kind has which strategy.

use std::sync::Arc;

use super::{Generic, Strategy};

/// The strategy of a built-in resource: that of its own, or the generic one.
pub(crate) fn strategy_of(resource: &schema::Resource) -> Arc<dyn Strategy> {
    Arc::new(Generic::of(resource))
}
