/// The reason of a status, with its HTTP status code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reason {
    /// None given.
    #[default]
    Unknown,
    /// 401
    Unauthorized,
    /// 403
    Forbidden,
    /// 404
    NotFound,
    /// 409: the name is taken.
    AlreadyExists,
    /// 409: the object is another by now.
    Conflict,
    /// 410: a resource or version that is no more.
    Gone,
    /// 422
    Invalid,
    /// 504: the server asks to wait.
    ServerTimeout,
    /// 504
    Timeout,
    /// 429
    TooManyRequests,
    /// 400
    BadRequest,
    /// 405
    MethodNotAllowed,
    /// 406
    NotAcceptable,
    /// 413
    RequestEntityTooLarge,
    /// 415
    UnsupportedMediaType,
    /// 500
    InternalError,
    /// 410: a resource version that is compacted.
    Expired,
    /// 503
    ServiceUnavailable,
}

const REASONS: [(Reason, &str, u16); 19] = [
    (Reason::Unknown, "", 500),
    (Reason::Unauthorized, "Unauthorized", 401),
    (Reason::Forbidden, "Forbidden", 403),
    (Reason::NotFound, "NotFound", 404),
    (Reason::AlreadyExists, "AlreadyExists", 409),
    (Reason::Conflict, "Conflict", 409),
    (Reason::Gone, "Gone", 410),
    (Reason::Invalid, "Invalid", 422),
    (Reason::ServerTimeout, "ServerTimeout", 500),
    (Reason::Timeout, "Timeout", 504),
    (Reason::TooManyRequests, "TooManyRequests", 429),
    (Reason::BadRequest, "BadRequest", 400),
    (Reason::MethodNotAllowed, "MethodNotAllowed", 405),
    (Reason::NotAcceptable, "NotAcceptable", 406),
    (Reason::RequestEntityTooLarge, "RequestEntityTooLarge", 413),
    (Reason::UnsupportedMediaType, "UnsupportedMediaType", 415),
    (Reason::InternalError, "InternalError", 500),
    (Reason::Expired, "Expired", 410),
    (Reason::ServiceUnavailable, "ServiceUnavailable", 503),
];

impl Reason {
    /// The word in JSON, empty for [`Reason::Unknown`].
    #[must_use]
    pub fn as_str(self) -> &'static str {
        REASONS
            .iter()
            .find(|row| row.0 == self)
            .map_or("", |row| row.1)
    }

    /// The reason of that word; [`Reason::Unknown`] for any other.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        REASONS
            .iter()
            .find(|row| row.1 == word)
            .map_or(Reason::Unknown, |row| row.0)
    }

    /// The HTTP status code that goes with it.
    #[must_use]
    pub fn code(self) -> u16 {
        REASONS
            .iter()
            .find(|row| row.0 == self)
            .map_or(500, |row| row.2)
    }
}
