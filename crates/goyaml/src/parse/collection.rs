//! Lists and maps, block and flow.

use super::{Parser, Place, State};
use crate::fault::Fault;
use crate::token::{Event, EventKind, TokenKind};

impl<'a> Parser<'a> {
    pub(super) fn parse_block_sequence_entry(&mut self) -> Result<Event<'a>, Fault> {
        match self.peek()? {
            TokenKind::BlockEntry => {
                let head = self.head_length();
                let mark = self.skip()?;
                self.split_stem(head)?;
                match self.peek()? {
                    TokenKind::BlockEntry | TokenKind::BlockEnd => {
                        Ok(self.empty_scalar(State::BlockSequenceEntry, mark))
                    }
                    _ => self.parse_node_then(State::BlockSequenceEntry, Place::Block),
                }
            }
            TokenKind::BlockEnd => self.end_collection(EventKind::SequenceEnd),
            _ => Err(self.collection_fault("did not find expected '-' indicator")),
        }
    }

    pub(super) fn parse_indentless_sequence_entry(&mut self) -> Result<Event<'a>, Fault> {
        if !matches!(self.peek()?, TokenKind::BlockEntry) {
            let start = self.peek_mark()?;
            self.pop_state();
            return Ok(Event {
                kind: EventKind::SequenceEnd,
                start,
            });
        }
        let head = self.head_length();
        let mark = self.skip()?;
        self.split_stem(head)?;
        match self.peek()? {
            TokenKind::BlockEntry | TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                Ok(self.empty_scalar(State::IndentlessSequenceEntry, mark))
            }
            _ => self.parse_node_then(State::IndentlessSequenceEntry, Place::Block),
        }
    }

    pub(super) fn parse_block_mapping_key(&mut self) -> Result<Event<'a>, Fault> {
        match self.peek()? {
            TokenKind::Key => {
                let mark = self.skip()?;
                match self.peek()? {
                    TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                        Ok(self.empty_scalar(State::BlockMappingValue, mark))
                    }
                    _ => self.parse_node_then(State::BlockMappingValue, Place::BlockOrIndentless),
                }
            }
            TokenKind::BlockEnd => self.end_collection(EventKind::MappingEnd),
            _ => Err(self.collection_fault("did not find expected key")),
        }
    }

    pub(super) fn parse_block_mapping_value(&mut self) -> Result<Event<'a>, Fault> {
        if !matches!(self.peek()?, TokenKind::Value) {
            let mark = self.peek_mark()?;
            return Ok(self.empty_scalar(State::BlockMappingKey, mark));
        }
        let mark = self.skip()?;
        match self.peek()? {
            TokenKind::Key | TokenKind::Value | TokenKind::BlockEnd => {
                Ok(self.empty_scalar(State::BlockMappingKey, mark))
            }
            _ => self.parse_node_then(State::BlockMappingKey, Place::BlockOrIndentless),
        }
    }

    pub(super) fn parse_flow_sequence_entry(&mut self, first: bool) -> Result<Event<'a>, Fault> {
        if matches!(self.peek()?, TokenKind::FlowSequenceEnd) {
            return self.end_collection(EventKind::SequenceEnd);
        }
        if !first {
            if !matches!(self.peek()?, TokenKind::FlowEntry) {
                return Err(self.collection_fault("did not find expected ',' or ']'"));
            }
            self.skip()?;
        }
        match self.peek()? {
            TokenKind::Key => {
                let start = self.scanner.take()?.start;
                self.state = State::FlowSequenceEntryMappingKey;
                Ok(Event {
                    kind: EventKind::MappingStart {
                        flow: true,
                        properties: None,
                    },
                    start,
                })
            }
            TokenKind::FlowSequenceEnd => self.end_collection(EventKind::SequenceEnd),
            _ => self.parse_node_then(State::FlowSequenceEntry, Place::Flow),
        }
    }

    pub(super) fn parse_flow_sequence_entry_mapping_key(&mut self) -> Result<Event<'a>, Fault> {
        match self.peek()? {
            // The token is dropped, as libyaml drops it: `[? , a]` is read as if the comma were not there.
            TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowSequenceEnd => {
                let mark = self.skip()?;
                Ok(self.empty_scalar(State::FlowSequenceEntryMappingValue, mark))
            }
            _ => self.parse_node_then(State::FlowSequenceEntryMappingValue, Place::Flow),
        }
    }

    pub(super) fn parse_flow_sequence_entry_mapping_value(&mut self) -> Result<Event<'a>, Fault> {
        if matches!(self.peek()?, TokenKind::Value) {
            self.skip()?;
            if !matches!(
                self.peek()?,
                TokenKind::FlowEntry | TokenKind::FlowSequenceEnd
            ) {
                return self.parse_node_then(State::FlowSequenceEntryMappingEnd, Place::Flow);
            }
        }
        let mark = self.peek_mark()?;
        Ok(self.empty_scalar(State::FlowSequenceEntryMappingEnd, mark))
    }

    pub(super) fn parse_flow_sequence_entry_mapping_end(&mut self) -> Result<Event<'a>, Fault> {
        let start = self.peek_mark()?;
        self.state = State::FlowSequenceEntry;
        Ok(Event {
            kind: EventKind::MappingEnd,
            start,
        })
    }

    pub(super) fn parse_flow_mapping_key(&mut self, first: bool) -> Result<Event<'a>, Fault> {
        if matches!(self.peek()?, TokenKind::FlowMappingEnd) {
            return self.end_collection(EventKind::MappingEnd);
        }
        if !first {
            if !matches!(self.peek()?, TokenKind::FlowEntry) {
                return Err(self.collection_fault("did not find expected ',' or '}'"));
            }
            self.skip()?;
        }
        match self.peek()? {
            TokenKind::Key => {
                self.skip()?;
                let mark = self.peek_mark()?;
                match self.peek()? {
                    TokenKind::Value | TokenKind::FlowEntry | TokenKind::FlowMappingEnd => {
                        Ok(self.empty_scalar(State::FlowMappingValue, mark))
                    }
                    _ => self.parse_node_then(State::FlowMappingValue, Place::Flow),
                }
            }
            TokenKind::FlowMappingEnd => self.end_collection(EventKind::MappingEnd),
            _ => self.parse_node_then(State::FlowMappingEmptyValue, Place::Flow),
        }
    }

    pub(super) fn parse_flow_mapping_value(&mut self, empty: bool) -> Result<Event<'a>, Fault> {
        if !empty && matches!(self.peek()?, TokenKind::Value) {
            self.skip()?;
            if !matches!(
                self.peek()?,
                TokenKind::FlowEntry | TokenKind::FlowMappingEnd
            ) {
                return self.parse_node_then(State::FlowMappingKey, Place::Flow);
            }
        }
        let mark = self.peek_mark()?;
        Ok(self.empty_scalar(State::FlowMappingKey, mark))
    }
}
