//! Where a value stands in its document.

/// A JSON pointer that is only written down where something is wrong.
#[derive(Clone, Copy)]
pub(super) enum Path<'a> {
    /// The whole document.
    Root,
    /// The entry of an object.
    Entry(&'a Path<'a>, &'a str),
    /// The item of an array.
    Item(&'a Path<'a>, usize),
}

impl Path<'_> {
    /// The pointer's text.
    pub(super) fn pointer(&self) -> String {
        match self {
            Path::Root => String::new(),
            Path::Entry(of, name) => {
                let name = name.replace('~', "~0").replace('/', "~1");
                format!("{}/{name}", of.pointer())
            }
            Path::Item(of, index) => format!("{}/{index}", of.pointer()),
        }
    }
}
