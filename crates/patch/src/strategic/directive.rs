use super::error::Error;

pub(super) const PATCH: &str = "$patch";
pub(super) const REPLACE: &str = "replace";
pub(super) const DELETE: &str = "delete";
pub(super) const MERGE: &str = "merge";
pub(super) const RETAIN_KEYS: &str = "$retainKeys";
const DELETE_FROM_PRIMITIVE_LIST: &str = "$deleteFromPrimitiveList";
const SET_ELEMENT_ORDER: &str = "$setElementOrder";

/// The list that a `$deleteFromPrimitiveList/LIST` key is about; none for other keys.
pub(super) fn deleted_from(key: &str) -> Option<Result<&str, Error>> {
    list_of(key, DELETE_FROM_PRIMITIVE_LIST, Error::PrimitiveList)
}

/// The list that a `$setElementOrder/LIST` key is about; none for other keys.
pub(super) fn ordered(key: &str) -> Option<Result<&str, Error>> {
    list_of(key, SET_ELEMENT_ORDER, Error::SetElementOrder)
}

/// The key of the items to delete from a list of scalars.
pub(super) fn delete_from(list: &str) -> String {
    format!("{DELETE_FROM_PRIMITIVE_LIST}/{list}")
}

/// The key of a list's order.
pub(super) fn order_of(list: &str) -> String {
    format!("{SET_ELEMENT_ORDER}/{list}")
}

fn list_of<'a>(key: &'a str, directive: &str, malformed: Error) -> Option<Result<&'a str, Error>> {
    let rest = key.strip_prefix(directive)?;
    Some(rest.strip_prefix('/').ok_or(malformed))
}
