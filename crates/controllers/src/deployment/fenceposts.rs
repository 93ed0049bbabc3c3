use apimachinery::{IntOrString, Packed, Rounding};

/// Surge and unavailability as numbers of pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fenceposts {
    pub(super) surge: i64,
    pub(super) unavailable: i64,
}

impl Fenceposts {
    /// Resolves percentages of `wanted`: surge is rounded up, unavailability down. When both come to nothing a rollout could not move, so one
    /// pod may be unavailable.
    pub(super) fn resolve(max_surge: &Packed, max_unavailable: &Packed, wanted: i64) -> Self {
        let surge = scaled(max_surge, wanted, Rounding::Up);
        let unavailable = scaled(max_unavailable, wanted, Rounding::Down);
        let unavailable = if surge == 0 && unavailable == 0 {
            1
        } else {
            unavailable
        };
        Fenceposts {
            surge,
            unavailable: unavailable.min(wanted),
        }
    }
}

fn scaled(value: &Packed, total: i64, rounding: Rounding) -> i64 {
    IntOrString::from_json(value)
        .and_then(|value| value.scaled(total, rounding).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    #[test]
    fn surge_rounds_up_and_unavailability_down() {
        for (surge, unavailable, wanted, expected) in [
            (json!("25%"), json!("25%"), 10, (3, 2)),
            (json!("25%"), json!("25%"), 4, (1, 1)),
            (json!("25%"), json!("25%"), 1, (1, 0)),
            (json!(1), json!(0), 4, (1, 0)),
            (json!(0), json!("10%"), 5, (0, 1)),
            (json!(0), json!(5), 2, (0, 2)),
            (json!("100%"), json!(0), 0, (0, 0)),
        ] {
            let got =
                Fenceposts::resolve(&Packer::pack(&surge), &Packer::pack(&unavailable), wanted);
            assert_eq!(
                (got.surge, got.unavailable),
                expected,
                "{surge} {unavailable} of {wanted}"
            );
        }
    }
}
