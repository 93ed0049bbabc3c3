//! Events to text.

use crate::Scalar;

/// How the emitter lays a document out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Spaces by which a nested collection is indented.
    pub indent: usize,
    /// Whether a list under a key is indented too.
    pub indent_sequences: bool,
    /// The column behind which a scalar is folded at its next space; `None` never folds.
    pub width: Option<usize>,
}

impl Layout {
    /// go-yaml v2, as `sigs.k8s.io/yaml` sets it: two spaces, lists not indented, folding behind column 80.
    pub const V2: Self = Self {
        indent: 2,
        indent_sequences: false,
        width: Some(80),
    };
    /// go-yaml v3 with an indent of two, as Helm's `toYamlPretty` sets it.
    pub const V3: Self = Self {
        indent: 2,
        indent_sequences: true,
        width: None,
    };
}

/// Writes a document from a stream of events, so that any tree of values can be printed without a copy.
///
/// Every value is one [`Emitter::scalar`] or stands between a `begin` and its `end`; in a mapping keys and values take turns. The caller
/// sorts keys, see [`crate::natural_order`].
#[derive(Debug)]
pub struct Emitter {
    out: String,
    layout: Layout,
}

impl Emitter {
    /// Starts a document.
    pub fn new(layout: Layout) -> Self {
        Self {
            out: String::new(),
            layout,
        }
    }

    /// Starts a map; `empty` says that its end follows at once.
    pub fn begin_mapping(&mut self, empty: bool) {
        self.out.push_str(if empty { "{}" } else { "" });
    }

    /// Ends a map.
    pub fn end_mapping(&mut self) {}

    /// Starts a list; `empty` says that its end follows at once.
    pub fn begin_sequence(&mut self, empty: bool) {
        self.out.push_str(if empty { "[]" } else { "" });
    }

    /// Ends a list.
    pub fn end_sequence(&mut self) {}

    /// Writes a scalar, or a key. A float is written in Go's shortest form (`1e+06`), see [`Scalar::from_json_float`].
    pub fn scalar(&mut self, scalar: &Scalar<'_>) {
        if let Scalar::Str(text) = scalar {
            self.out.push_str(text);
        }
    }

    /// Writes a string key.
    pub fn key(&mut self, key: &str) {
        self.scalar(&Scalar::Str(key.into()));
    }

    /// Ends the document and gives its text, which ends in a newline.
    pub fn finish(mut self) -> String {
        if self.layout.indent > 0 {
            self.out.push('\n');
        }
        self.out
    }
}
