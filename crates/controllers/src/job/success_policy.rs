//! `spec.successPolicy`: which indexes are enough for an indexed job.

use apimachinery::Packed;

use super::indexes::Indexes;

/// The position of the first rule that the succeeded indexes fulfil.
pub(super) fn fulfilled(policy: &Packed, completions: usize, succeeded: &Indexes) -> Option<usize> {
    let rules = policy["rules"].as_array()?;
    rules.iter().position(|rule| {
        let count = super::count(&rule["succeededCount"]);
        match rule["succeededIndexes"].as_str() {
            Some(indexes) => {
                let required = Indexes::parse(indexes, completions);
                succeeded.shared_with(&required) >= count.unwrap_or(required.len())
            }
            None => count.is_some_and(|count| succeeded.len() >= count),
        }
    })
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rule_asks_for_indexes_for_a_number_or_for_a_number_of_indexes() {
        let policy = json!({"rules": [
            {"succeededIndexes": "0,2"},
            {"succeededCount": 4},
            {"succeededIndexes": "5-9", "succeededCount": 2},
        ]});
        for (succeeded, expected) in [
            ("0,1", None),
            ("0,2", Some(0)),
            ("1,3,4,5", Some(1)),
            ("5", None),
            ("6,8", Some(2)),
        ] {
            let succeeded = Indexes::parse(succeeded, 10);
            assert_eq!(
                fulfilled(&Packer::pack(&policy), 10, &succeeded),
                expected,
                "{succeeded}"
            );
        }
    }
}
