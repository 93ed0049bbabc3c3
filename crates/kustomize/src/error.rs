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

impl Place {
    /// A line of a file; what is behind the end counts as the last line. `None` for line 0.
    pub(crate) fn of_line(file: &str, text: &[u8], line: u32) -> Option<Self> {
        let wanted = usize::try_from(line.checked_sub(1)?).ok()?;
        let (index, excerpt) = text
            .split(|byte| *byte == b'\n')
            .enumerate()
            .filter(|(index, line)| *index == 0 || !line.is_empty())
            .take_while(|(index, _)| *index <= wanted)
            .last()?;
        let line = if index == wanted {
            line
        } else {
            u32::try_from(index + 1).ok()?
        };
        Some(Self {
            file: file.to_owned(),
            line,
            excerpt: String::from_utf8_lossy(excerpt).trim_end().to_owned(),
        })
    }
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
    /// The line in the text that was read, until it is known which file that is.
    line: u32,
    /// Which entry of a list of the kustomization this is about, until it is known where that stands.
    entry: Option<usize>,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self {
            inner: Box::new(Inner {
                kind,
                text: text.into(),
                place: None,
                hints: Vec::new(),
                line: 0,
                entry: None,
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
            lines.push_str(&format!("{} | {}\n", place.line, shortened(&place.excerpt)));
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

    /// Notes the line in the text that was read.
    #[must_use]
    pub(crate) fn on_line(mut self, line: u32) -> Self {
        self.inner.line = line;
        self
    }

    /// Notes which file the text is that was read.
    #[must_use]
    pub(crate) fn in_file(self, file: &str, text: &[u8]) -> Self {
        let line = self.inner.line;
        self.at(|| Place::of_line(file, text, line))
    }

    /// Notes which entry of a list this is about, counted from zero.
    #[must_use]
    pub(crate) fn in_entry(mut self, index: usize) -> Self {
        self.inner.entry.get_or_insert(index);
        self
    }

    /// Which entry of a list this is about.
    pub(crate) fn entry(&self) -> Option<usize> {
        self.inner.entry
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.inner.hints.push(hint.into());
        self
    }
}

/// As much of a line as fits a terminal.
fn shortened(line: &str) -> String {
    const WIDTH: usize = 160;
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
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
