//! Refusals of a build.

use std::fmt;

/// Which step of a build refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// A file or directory could not be read, or lies outside the root.
    Load,
    /// A file over HTTP could not be fetched; a base of the same name is not tried.
    Http,
    /// A command ran out of time.
    Timeout,
    /// A resource file is not YAML.
    MalformedYaml,
    /// A kustomization file is wrong.
    Kustomization,
    /// Resources cannot be put together: no kind, no name, the same id twice.
    Accumulate,
    /// A generator, transformer or validator has a wrong configuration.
    Configure,
    /// A generator failed.
    Generate,
    /// A transformer failed.
    Transform,
    /// References between resources are ambiguous or variables have no value.
    Reference,
    /// A resource cannot be written.
    Emit,
    /// Something was silently without effect and [`crate::Options::strict`] asks to refuse that.
    Strict,
}

/// The place in a file that an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file, as a person would open it.
    pub file: String,
    /// The line, counted from one.
    pub line: u32,
    /// The text of that line.
    pub excerpt: String,
}

/// A refusal: what kustomize says, word for word, and beside it what helps a person.
///
/// `Display` gives kustomize's text alone; [`Error::explanation`] the place and the hints that go under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    inner: Box<Inner>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    kind: ErrorKind,
    text: String,
    place: Option<Place>,
    hints: Vec<String>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                text: text.into(),
                place: None,
                hints: Vec::new(),
            }),
        }
    }

    /// Which step refused.
    pub fn kind(&self) -> ErrorKind {
        self.inner.kind
    }

    /// The entry of a kustomization file that led here, if it is known.
    pub fn place(&self) -> Option<&Place> {
        self.inner.place.as_ref()
    }

    /// What a person could try.
    pub fn hints(&self) -> &[String] {
        &self.inner.hints
    }

    /// The lines to print under the text: place with excerpt, then hints. Empty if nothing is known.
    pub fn explanation(&self) -> String {
        let mut lines = String::new();
        if let Some(place) = &self.inner.place {
            let margin = " ".repeat(place.line.to_string().len());
            lines.push_str(&format!("{margin}--> {}:{}\n", place.file, place.line));
            lines.push_str(&format!("{} | {}\n", place.line, place.excerpt));
        }
        for hint in &self.inner.hints {
            lines.push_str(&format!("hint: {hint}\n"));
        }
        lines
    }

    /// Puts words before the text, as Go's `%s: %w` does.
    #[must_use]
    pub(crate) fn context(mut self, words: impl fmt::Display) -> Self {
        self.inner.text = format!("{words}: {}", self.inner.text);
        self
    }

    /// Replaces the text; kind, place and hints stay.
    #[must_use]
    pub(crate) fn reworded(mut self, text: impl Into<String>) -> Self {
        self.inner.text = text.into();
        self
    }

    #[must_use]
    pub(crate) fn with_kind(mut self, kind: ErrorKind) -> Self {
        self.inner.kind = kind;
        self
    }

    /// Notes the place unless a more precise one is known already.
    #[must_use]
    pub(crate) fn at(mut self, place: impl FnOnce() -> Option<Place>) -> Self {
        if self.inner.place.is_none() {
            self.inner.place = place();
        }
        self
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.inner.hints.push(hint.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.text)
    }
}

impl std::error::Error for Error {}

pub(crate) type Result<T> = std::result::Result<T, Error>;

/// Puts words before the text of a failure.
pub(crate) trait Context<T> {
    fn context(self, words: impl fmt::Display) -> Result<T>;
}

impl<T> Context<T> for Result<T> {
    fn context(self, words: impl fmt::Display) -> Result<T> {
        self.map_err(|error| error.context(words))
    }
}
