/// What is wrong with an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A range, class or property that does not exist.
    InvalidCharRange,
    /// A backslash with a character that has no meaning.
    InvalidEscape,
    /// A group name that is not made of letters, digits and `_`.
    InvalidNamedCapture,
    /// `(?` with something that RE2 does not have, such as look-around.
    InvalidPerlOp,
    /// A repetition of a repetition.
    InvalidRepeatOp,
    /// A count that is over 1,000 (nested ones multiplied) or runs backwards.
    InvalidRepeatSize,
    /// `[` without `]`.
    MissingBracket,
    /// `(` without `)`.
    MissingParen,
    /// A repetition with nothing before it.
    MissingRepeatArgument,
    /// The expression ends in a backslash.
    TrailingBackslash,
    /// `)` without `(`.
    UnexpectedParen,
    /// The compiled expression would be too large.
    TooLarge,
}

/// An expression that does not compile; `Display` is Go's message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("error parsing regexp: {kind}: `{fragment}`")]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// The piece at fault.
    pub fragment: String,
}

impl Error {
    pub(super) fn new<T>(kind: ErrorKind, fragment: &str) -> Result<T, Error> {
        Err(Error {
            kind,
            fragment: fragment.to_owned(),
        })
    }
}

impl std::fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ErrorKind::InvalidCharRange => "invalid character class range",
            ErrorKind::InvalidEscape => "invalid escape sequence",
            ErrorKind::InvalidNamedCapture => "invalid named capture",
            ErrorKind::InvalidPerlOp => "invalid or unsupported Perl syntax",
            ErrorKind::InvalidRepeatOp => "invalid nested repetition operator",
            ErrorKind::InvalidRepeatSize => "invalid repeat count",
            ErrorKind::MissingBracket => "missing closing ]",
            ErrorKind::MissingParen => "missing closing )",
            ErrorKind::MissingRepeatArgument => "missing argument to repetition operator",
            ErrorKind::TrailingBackslash => "trailing backslash at end of expression",
            ErrorKind::UnexpectedParen => "unexpected )",
            ErrorKind::TooLarge => "expression too large",
        })
    }
}
