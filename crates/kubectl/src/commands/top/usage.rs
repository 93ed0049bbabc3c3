use apimachinery::Quantity;
use serde_json::Value;

/// What something uses, or may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) millicores: i64,
    pub(super) bytes: i64,
    /// Bytes that are swapped out, where that is told.
    pub(super) swap: Option<i64>,
}

impl Usage {
    /// Reads quantities by the names of resources.
    pub(super) fn of(usage: &Value) -> Usage {
        let quantity = |name: &str| Quantity::from_json(&usage[name]).ok();
        Usage {
            millicores: quantity("cpu").map_or(0, Quantity::milli_value),
            bytes: quantity("memory").map_or(0, Quantity::value),
            swap: quantity("swap").map(Quantity::value),
        }
    }

    pub(super) fn plus(self, other: Usage) -> Usage {
        let swap = [self.swap, other.swap].into_iter().flatten();
        Usage {
            millicores: self.millicores + other.millicores,
            bytes: self.bytes + other.bytes,
            swap: swap.reduce(|one, other| one + other),
        }
    }

    /// Processor time, memory and, where it is shown, swap.
    pub(super) fn cells(self, shows_swap: bool) -> Vec<String> {
        let mut cells = vec![format!("{}m", self.millicores), mebibytes(self.bytes)];
        if shows_swap {
            cells.push(mebibytes(self.swap.unwrap_or_default()));
        }
        cells
    }

    /// What is sorted by: the larger the earlier; nothing comes before anything without an order.
    pub(super) fn rank(self, sort_by: &str) -> i64 {
        match sort_by {
            "cpu" => -self.millicores,
            "memory" => -self.bytes,
            _ => 0,
        }
    }
}

/// Whole mebibytes, as `top` shows them.
pub(super) fn mebibytes(bytes: i64) -> String {
    format!("{}Mi", bytes / (1024 * 1024))
}
