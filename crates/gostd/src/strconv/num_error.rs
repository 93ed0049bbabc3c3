use super::quote;

/// Why a text is not a number of the wanted type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumErrorKind {
    /// The text is not in the syntax of the type.
    Syntax,
    /// The value does not fit into the type.
    Range,
    /// The base is neither 0 nor in 2..=36.
    InvalidBase(u32),
    /// The bit size is over 64.
    InvalidBitSize(u32),
}

/// A failed conversion; `Display` is Go's text (`strconv.ParseInt: parsing "x": invalid syntax`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumError {
    /// The function that failed: `ParseInt`, `ParseFloat`, `Atoi` …
    pub func: &'static str,
    /// The text that it was given.
    pub num: String,
    /// The reason.
    pub kind: NumErrorKind,
}

impl NumError {
    pub(super) fn syntax(func: &'static str, num: &str) -> Self {
        NumError {
            func,
            num: num.to_owned(),
            kind: NumErrorKind::Syntax,
        }
    }

    pub(super) fn range(func: &'static str, num: &str) -> Self {
        NumError {
            func,
            num: num.to_owned(),
            kind: NumErrorKind::Range,
        }
    }
}

impl std::fmt::Display for NumErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NumErrorKind::Syntax => f.write_str("invalid syntax"),
            NumErrorKind::Range => f.write_str("value out of range"),
            NumErrorKind::InvalidBase(base) => write!(f, "invalid base {base}"),
            NumErrorKind::InvalidBitSize(bits) => write!(f, "invalid bit size {bits}"),
        }
    }
}

impl std::fmt::Display for NumError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "strconv.{}: parsing {}: {}",
            self.func,
            quote(&self.num),
            self.kind
        )
    }
}

impl std::error::Error for NumError {}
