//! Documents that are read to be written again.

use crate::{Error, Layout, Node, ReadOptions};

/// A document with its comments and styles, which reading and writing keep as go-yaml v3's `Node` does: indentation, empty lines and the
/// space before a comment become the writer's own.
///
/// ```
/// use goyaml::{Dialect, Document, Layout, Node, ReadOptions};
///
/// let text = b"# limits\ncpu: '2'   # cores\nmemory: \"1Gi\"\n";
/// let mut document = Document::parse(text, &ReadOptions::new(Dialect::V3))?.expect("there is one");
/// document.root.get_mut("memory").expect("it is there").data = Node::string("2Gi").data;
/// let written = document.to_yaml(Layout::V3_COMPACT);
/// assert_eq!(written, "# limits\ncpu: '2' # cores\nmemory: \"2Gi\"\n");
/// # Ok::<(), goyaml::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The value, whose nodes carry their comments.
    pub root: Node,
    /// The comment at the start, parted by an empty line from what follows.
    pub head: String,
    /// The comment at the end.
    pub foot: String,
}

impl Document {
    /// Reads the first document of a text; `None` if it has none, be there comments or not.
    ///
    /// # Errors
    /// The first fault of the document, see [`Error`].
    pub fn parse(text: &[u8], options: &ReadOptions) -> Result<Option<Self>, Error> {
        crate::compose::first_commented_document(text, options)
    }

    /// Reads every document of a text.
    ///
    /// # Errors
    /// The first fault of the text, see [`Error`].
    pub fn parse_all(text: &[u8], options: &ReadOptions) -> Result<Vec<Self>, Error> {
        crate::compose::commented_documents(text, options)
    }

    /// The text of the document, which ends in a newline.
    pub fn to_yaml(&self, layout: Layout) -> String {
        crate::emitter::styled(self, layout)
    }
}
