use super::labels::LabelSelector;
use super::requirement::{Operator, Requirement};
use crate::Tree;
use crate::field::{ErrorList, FieldPath};

/// Why a LabelSelector object selects nothing that could be told.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LabelSelectorError {
    /// An operator that is none of `In`, `NotIn`, `Exists` and `DoesNotExist`.
    #[error("{0:?} is not a valid label selector operator")]
    Operator(String),
    /// A key or value that labels cannot have.
    #[error("{0}")]
    Requirement(ErrorList),
}

/// Reads a LabelSelector object: absent selects nothing, empty selects everything.
///
/// # Errors
/// An unknown operator, or keys and values that labels cannot have.
pub fn from_label_selector<T: Tree + ?Sized>(
    selector: Option<&T>,
) -> Result<LabelSelector, LabelSelectorError> {
    let Some(selector) = selector.filter(|selector| !selector.is_absent()) else {
        return Ok(LabelSelector::nothing());
    };
    let root = FieldPath::root();
    let mut requirements = Vec::new();
    let labels = selector
        .field("matchLabels")
        .into_iter()
        .flat_map(T::fields);
    for (key, value) in labels {
        let value = value.text().unwrap_or_default().to_owned();
        let requirement = Requirement::new(key, Operator::Equals, [value], &root);
        requirements.push(requirement.map_err(LabelSelectorError::Requirement)?);
    }
    let expressions = selector.field("matchExpressions");
    for expression in expressions.into_iter().flat_map(T::items) {
        let text = |name| expression.field(name).and_then(T::text).unwrap_or_default();
        let operator = operator(text("operator"))?;
        let values = expression.field("values").into_iter().flat_map(T::items);
        let values = values.filter_map(T::text).map(str::to_owned);
        let key = text("key");
        let requirement = Requirement::new(key, operator, values, &root);
        requirements.push(requirement.map_err(LabelSelectorError::Requirement)?);
    }
    Ok(LabelSelector::all_of(requirements))
}

fn operator(name: &str) -> Result<Operator, LabelSelectorError> {
    Ok(match name {
        "In" => Operator::In,
        "NotIn" => Operator::NotIn,
        "Exists" => Operator::Exists,
        "DoesNotExist" => Operator::DoesNotExist,
        other => return Err(LabelSelectorError::Operator(other.to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Packed;

    use super::*;

    #[test]
    fn objects_become_selectors() {
        let selector = json!({
            "matchLabels": {"app": "web"},
            "matchExpressions": [{"key": "tier", "operator": "NotIn", "values": ["a", "b"]}],
        });
        assert_eq!(
            from_label_selector(Some(&selector)).unwrap().to_string(),
            "app=web,tier notin (a,b)"
        );
        assert!(
            from_label_selector(Some(&json!({})))
                .unwrap()
                .is_everything()
        );
        assert!(
            !from_label_selector(None::<&Packed>)
                .unwrap()
                .matches(Packed::null())
        );
        let odd = json!({"matchExpressions": [{"key": "a", "operator": "Like"}]});
        assert_eq!(
            from_label_selector(Some(&odd)).unwrap_err().to_string(),
            "\"Like\" is not a valid label selector operator"
        );
    }
}
