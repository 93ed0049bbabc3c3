//! What the lexer finds.

/// The kind of an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ItemKind {
    /// An error; the lexer's message says which.
    Error,
    Assign,
    Bool,
    Char,
    CharConstant,
    Complex,
    Declare,
    Eof,
    Field,
    Identifier,
    LeftDelim,
    LeftParen,
    Number,
    Pipe,
    RawString,
    RightDelim,
    RightParen,
    Space,
    String,
    Text,
    Variable,
    // Keywords from here on: error texts show them as `<if>`.
    Block,
    Break,
    Continue,
    Define,
    Dot,
    Else,
    End,
    If,
    Nil,
    Range,
    Template,
    With,
}

impl ItemKind {
    /// The keyword of this name.
    pub(super) fn keyword(word: &[u8]) -> Option<ItemKind> {
        Some(match word {
            b"block" => ItemKind::Block,
            b"break" => ItemKind::Break,
            b"continue" => ItemKind::Continue,
            b"define" => ItemKind::Define,
            b"else" => ItemKind::Else,
            b"end" => ItemKind::End,
            b"if" => ItemKind::If,
            b"nil" => ItemKind::Nil,
            b"range" => ItemKind::Range,
            b"template" => ItemKind::Template,
            b"with" => ItemKind::With,
            _ => return None,
        })
    }

    pub(crate) fn is_keyword(self) -> bool {
        matches!(
            self,
            ItemKind::Block
                | ItemKind::Break
                | ItemKind::Continue
                | ItemKind::Define
                | ItemKind::Dot
                | ItemKind::Else
                | ItemKind::End
                | ItemKind::If
                | ItemKind::Nil
                | ItemKind::Range
                | ItemKind::Template
                | ItemKind::With
        )
    }
}

/// A piece of template text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    /// Byte offset of the first byte.
    pub(crate) start: usize,
    /// Byte offset behind the last byte.
    pub(crate) end: usize,
}

impl Item {
    pub(super) fn at(kind: ItemKind, start: usize, end: usize) -> Item {
        Item { kind, start, end }
    }

    /// The item's bytes in the text that it was read from.
    pub(crate) fn text<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        &input[self.start..self.end]
    }
}
