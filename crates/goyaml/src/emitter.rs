//! Events to text.

mod analysis;
mod comment;
mod folded;
mod styled;
mod write;

pub(crate) use folded::folded;
pub(crate) use styled::styled;

use crate::{Error, ErrorKind, Position, Scalar};
use analysis::Analysis;

/// How the emitter lays a document out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Spaces by which a nested collection is indented.
    pub indent: usize,
    /// Whether a list under a key is indented too.
    pub indent_sequences: bool,
    /// The column behind which a scalar is folded at its next space; `None` never folds.
    pub width: Option<usize>,
    /// Whether text with tabs can be a block scalar.
    pub tabs_in_blocks: bool,
    /// Whether the values come as JSON text that is read as YAML, as `sigs.k8s.io/yaml` does it. It leaves its traces: NEL is a line
    /// break there, and some control characters are refused.
    pub through_json: bool,
}

impl Layout {
    /// go-yaml v2, as `sigs.k8s.io/yaml` sets it: two spaces, lists not indented, folding behind column 80.
    pub const V2: Self = Self {
        indent: 2,
        indent_sequences: false,
        width: Some(80),
        tabs_in_blocks: false,
        through_json: true,
    };
    /// go-yaml v3 with an indent of two, as Helm's `toYamlPretty` sets it.
    pub const V3: Self = Self {
        indent: 2,
        indent_sequences: true,
        width: None,
        tabs_in_blocks: true,
        through_json: false,
    };
    /// go-yaml v3 as kustomize sets it: as [`Layout::V3`], lists not indented.
    pub const V3_COMPACT: Self = Self {
        indent_sequences: false,
        ..Self::V3
    };
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    SingleQuoted,
    DoubleQuoted,
    Literal,
}

/// What is being written around the next node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Root,
    /// An entry of a list.
    Item,
    /// A key.
    Key,
    /// A key that is being written behind `?`.
    ComplexKey,
    /// The value of a key on the same line.
    SimpleValue,
    /// The value of a key behind `?`.
    ComplexValue,
}

/// Writes a document from a stream of events, so that any tree of values can be printed without a copy.
///
/// Every value is one [`Emitter::scalar`] or stands between a `begin` and its `end`; in a mapping keys and values take turns. The caller
/// sorts keys, see [`crate::natural_order`].
#[derive(Debug)]
pub struct Emitter {
    out: String,
    layout: Layout,
    /// Characters on the line so far.
    column: usize,
    /// Columns that the current collection is indented by; `None` before the first.
    indent: Option<usize>,
    /// Whether the last thing written was white space, or counts as such.
    whitespace: bool,
    /// Whether only indentation and `-`, `?` and `:` stand on the line so far.
    indention: bool,
    place: Place,
    /// Indent and place around each open collection.
    open: Vec<(Option<usize>, Place)>,
    /// The indentation of the foot comment that was just written: an empty line parts it from what follows at that indentation.
    foot_indent: Option<usize>,
    /// Why the document cannot be written.
    fault: Option<Error>,
}

impl Emitter {
    /// Starts a document.
    pub fn new(layout: Layout) -> Self {
        Self::append_to(String::new(), layout)
    }

    /// Starts a document behind a text that is there already, which must be empty or end in a newline.
    pub fn append_to(out: String, layout: Layout) -> Self {
        Self {
            out,
            layout,
            column: 0,
            indent: None,
            whitespace: true,
            indention: true,
            place: Place::Root,
            open: Vec::new(),
            foot_indent: None,
            fault: None,
        }
    }

    /// Starts a map; `empty` says that its end follows at once.
    pub fn begin_mapping(&mut self, empty: bool) {
        if empty {
            self.begin_node(true);
            self.empty_collection("{}");
            return;
        }
        self.begin_node(false);
        self.open.push((self.indent, self.place));
        self.increase_indent();
        self.place = Place::Key;
    }

    /// Ends a map.
    pub fn end_mapping(&mut self) {
        self.end_collection();
    }

    /// Starts a list; `empty` says that its end follows at once.
    pub fn begin_sequence(&mut self, empty: bool) {
        if empty {
            self.begin_node(true);
            self.empty_collection("[]");
            return;
        }
        self.begin_node(false);
        self.open.push((self.indent, self.place));
        let under_key = !matches!(self.place, Place::Root | Place::Item);
        if self.layout.indent_sequences || !under_key || self.indention {
            self.increase_indent();
        }
        self.place = Place::Item;
    }

    /// Ends a list.
    pub fn end_sequence(&mut self) {
        self.end_collection();
    }

    /// Writes a scalar, or a key. A float is written in Go's shortest form (`1e+06`), see [`Scalar::from_json_float`].
    pub fn scalar(&mut self, scalar: &Scalar<'_>) {
        match scalar {
            Scalar::Null => self.plain_scalar("null"),
            Scalar::Bool(true) => self.plain_scalar("true"),
            Scalar::Bool(false) => self.plain_scalar("false"),
            Scalar::Int(value) => self.plain_scalar(&compact_str::format_compact!("{value}")),
            Scalar::Uint(value) => self.plain_scalar(&compact_str::format_compact!("{value}")),
            Scalar::Float(value) => self.plain_scalar(&go_float(*value)),
            Scalar::Str(text) => self.string(text),
            Scalar::Timestamp(text) => self.plain_scalar(text),
        }
    }

    /// Writes a string, or a string key.
    pub fn string(&mut self, text: &str) {
        let analysis = Analysis::of(text, self.layout);
        if analysis.special && self.layout.through_json {
            self.note_forbidden(text);
            if text.contains(NEXT_LINE) {
                self.write_string(&fold_next_lines(text), None);
                return;
            }
        }
        self.write_string(text, Some(analysis));
    }

    fn write_string(&mut self, text: &str, analysis: Option<Analysis>) {
        let analysis = analysis.unwrap_or_else(|| Analysis::of(text, self.layout));
        let form = if analysis.line_feed {
            Form::Literal
        } else if self.reads_as_string(text) {
            Form::Plain
        } else {
            Form::DoubleQuoted
        };
        self.write_scalar(text, form, &analysis);
    }

    /// Why the real library would not write this document: a text holds characters that it does not let through.
    pub fn fault(&self) -> Option<&Error> {
        self.fault.as_ref()
    }

    /// Writes a string key.
    pub fn key(&mut self, key: &str) {
        self.string(key);
    }

    /// Ends the document and gives its text, which ends in a newline.
    pub fn finish(mut self) -> String {
        self.indent = None;
        self.write_indent();
        self.out
    }

    fn note_forbidden(&mut self, text: &str) {
        let forbidden = |c: char| matches!(c, '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' | '\u{FFFE}' | '\u{FFFF}');
        if self.fault.is_none() && text.contains(forbidden) {
            let kind = ErrorKind::Encoding("control characters are not allowed".to_owned());
            self.fault = Some(Error::new(kind, Position::default()));
        }
    }

    /// The text so far, when the document is given up.
    pub(crate) fn into_text(self) -> String {
        self.out
    }

    fn reads_as_string(&self, text: &str) -> bool {
        // Both versions quote what either kind of reader could take for something else.
        let plain = matches!(Scalar::parse(text, crate::Dialect::V2), Scalar::Str(_));
        plain && !crate::scalar::looks_like_timestamp(text) && !is_base60_float(text)
    }

    fn plain_scalar(&mut self, text: &str) {
        self.write_scalar(text, Form::Plain, &Analysis::harmless());
    }

    fn empty_collection(&mut self, text: &str) {
        self.write_indicator(text, true, false);
        self.whitespace = false;
        self.end_node();
    }

    fn end_collection(&mut self) {
        if let Some((indent, place)) = self.open.pop() {
            self.indent = indent;
            self.place = place;
        }
        self.end_node();
    }

    fn increase_indent(&mut self) {
        self.indent = Some(self.indent.map_or(0, |indent| indent + self.layout.indent));
    }

    /// Writes what stands in front of the next node: `-` for an entry, the line for a key, `:` for a value.
    fn begin_node(&mut self, simple: bool) {
        match self.place {
            Place::Root => {}
            Place::Item => {
                self.write_indent();
                self.write_indicator("-", true, true);
            }
            Place::Key | Place::ComplexKey => {
                self.write_indent();
                if !simple {
                    self.write_indicator("?", true, true);
                    self.place = Place::ComplexKey;
                }
            }
            Place::SimpleValue => self.write_indicator(":", false, false),
            Place::ComplexValue => {
                self.write_indent();
                self.write_indicator(":", true, true);
            }
        }
    }

    /// Moves on behind a node that is complete.
    fn end_node(&mut self) {
        self.place = match self.place {
            Place::Root => Place::Root,
            Place::Item => Place::Item,
            Place::Key => Place::SimpleValue,
            Place::ComplexKey => Place::ComplexValue,
            Place::SimpleValue | Place::ComplexValue => Place::Key,
        };
    }
}

const NEXT_LINE: char = '\u{85}';

/// What becomes of a text with NEL in a quoted scalar that is read as YAML: blanks around the break go, one break is a space, more are
/// line feeds less one.
fn fold_next_lines(text: &str) -> String {
    let blank = [' ', '\t'];
    let mut folded = String::with_capacity(text.len());
    let mut breaks = 0;
    let count = text.matches(NEXT_LINE).count();
    for (index, part) in text.split(NEXT_LINE).enumerate() {
        let part = if index > 0 {
            part.trim_start_matches(blank)
        } else {
            part
        };
        let part = if index < count {
            part.trim_end_matches(blank)
        } else {
            part
        };
        if index > 0 {
            breaks += 1;
        }
        if part.is_empty() && index < count {
            continue;
        }
        match breaks {
            0 => {}
            1 => folded.push(' '),
            _ => folded.extend(std::iter::repeat_n('\n', breaks - 1)),
        }
        breaks = 0;
        folded.push_str(part);
    }
    folded
}

/// Go's shortest form of a float as YAML (`1e+06`, `0.0001`, `.inf`, `.nan`).
pub(crate) fn go_float(value: f64) -> String {
    if value.is_nan() {
        return ".nan".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { ".inf" } else { "-.inf" }.to_owned();
    }
    gostd::strconv::format_float(value, 'g', -1)
}

/// Whether a text is a number to the base of sixty in YAML 1.1 (`1:20`), which other readers still understand.
fn is_base60_float(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'))
        || !text.contains(':')
    {
        return false;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let mut parts = unsigned.split(':');
    let first = parts.next().unwrap_or_default();
    let digits = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    if !first.starts_with(|c: char| c.is_ascii_digit()) || !digits(first) {
        return false;
    }
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let (whole, fraction) = match part.split_once('.') {
            Some((whole, fraction)) if parts.peek().is_none() => (whole, fraction),
            Some(_) => return false,
            None => (part, ""),
        };
        let sixtieth = match whole.as_bytes() {
            [digit] => digit.is_ascii_digit(),
            [b'0'..=b'5', digit] => digit.is_ascii_digit(),
            _ => false,
        };
        if !sixtieth || !digits(fraction) {
            return false;
        }
    }
    true
}
