//! The comments of events.

use super::{Parser, Place};
use crate::Comments;
use crate::fault::Fault;
use crate::token::TokenKind;

impl Parser<'_> {
    /// The comments of the last event; none the second time.
    pub(crate) fn take_comments(&mut self) -> Comments {
        std::mem::take(&mut self.comments)
    }

    /// Gives the event at hand all comments up to its token.
    pub(super) fn note_comments(&mut self) {
        if let Some(track) = &mut self.scanner.comments {
            self.comments = std::mem::take(&mut track.passed);
            self.stem.clear();
        }
    }

    /// Gives the collection that begins here its comments. A block's head is its first entry's, but for one that stood before a `-`.
    pub(super) fn note_comments_of_collection(&mut self, place: Place) -> Result<(), Fault> {
        if self.scanner.comments.is_none() {
            return Ok(());
        }
        match self.peek()? {
            TokenKind::FlowSequenceStart | TokenKind::FlowMappingStart => self.note_comments(),
            TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart
                if place != Place::Flow =>
            {
                self.comments.head = std::mem::take(&mut self.stem);
            }
            _ => {}
        }
        Ok(())
    }

    /// Length of the head that has come so far, taken before a `-` is skipped, see [`Parser::split_stem`].
    pub(super) fn head_length(&self) -> usize {
        self.scanner
            .comments
            .as_ref()
            .map_or(0, |track| track.passed.head.len())
    }

    /// Behind a `-`: a head that stood before it belongs to the collection that it introduces as a whole.
    pub(super) fn split_stem(&mut self, length: usize) -> Result<(), Fault> {
        if length == 0 {
            return Ok(());
        }
        let collection = matches!(
            self.peek()?,
            TokenKind::BlockSequenceStart | TokenKind::BlockMappingStart
        );
        if collection && let Some(track) = &mut self.scanner.comments {
            let head = &mut track.passed.head;
            // A line feed parts the two.
            let rest = head.get(length + 1..).unwrap_or_default().to_owned();
            head.truncate(length);
            self.stem = std::mem::replace(head, rest);
        }
        Ok(())
    }

    /// At the start of a document without `---`: the comment lines up to the last empty line belong to the document.
    pub(super) fn note_document_head(&mut self) {
        let Some(track) = &mut self.scanner.comments else {
            return;
        };
        let head = &mut track.passed.head;
        let end = match head.strip_suffix('\n') {
            Some(before) if !before.is_empty() => Some((before.len(), head.len())),
            _ => head.rfind("\n\n").map(|at| (at, at + 2)),
        };
        if let Some((end, rest)) = end {
            let rest = head[rest..].to_owned();
            head.truncate(end);
            self.comments = Comments {
                head: std::mem::replace(head, rest),
                ..Comments::default()
            };
        }
    }

    /// At the end of a document: what is left is its foot.
    pub(super) fn note_document_foot(&mut self) {
        self.note_comments();
        if self.comments.foot.is_empty() {
            self.comments.foot = std::mem::take(&mut self.comments.head);
        }
    }
}
