//! Amounts of resources on the command line.

use apimachinery::{Quantity, QuantityError};
use serde_json::{Map, Value};

use crate::CommandError;

/// Amounts of resources: `cpu=1,memory=1Gi`; `complaint` is what a pair that is none is told with.
pub(crate) fn resource_list(
    text: &str,
    complaint: &str,
) -> Result<Map<String, Value>, CommandError> {
    let mut list = Map::new();
    for pair in text.split(',').filter(|_| !text.is_empty()) {
        let [name, amount] = pair.split('=').collect::<Vec<_>>()[..] else {
            return Err(CommandError::told(format!(
                "{complaint} {pair}, expected <resource>=<value>"
            )));
        };
        let amount: Quantity = amount
            .parse()
            .map_err(|error: QuantityError| CommandError::told(error.to_string()))?;
        list.insert(name.to_owned(), amount.to_string().into());
    }
    Ok(list)
}
