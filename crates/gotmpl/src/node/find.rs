//! Finding a node by its id, to show it in an error.

use std::fmt;

use super::display::Shown;
use super::{Body, Command, Node, NodeId, Pipe, Term, TermKind};
use crate::value::Str;

/// A node of any sort.
#[derive(Clone, Copy)]
pub(crate) enum Found<'a> {
    Node(&'a Node, &'a Str),
    Pipe(&'a Pipe),
    Command(&'a Command),
    Term(&'a Term),
}

impl fmt::Display for Found<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Found::Node(node, text) => Shown(node, text).fmt(f),
            Found::Pipe(pipe) => write!(f, "{pipe}"),
            Found::Command(command) => write!(f, "{command}"),
            Found::Term(term) => write!(f, "{term}"),
        }
    }
}

impl Body {
    /// The node with this id.
    pub(crate) fn find(&self, id: NodeId) -> Option<Found<'_>> {
        in_nodes(&self.root, &self.text, id)
    }
}

fn in_nodes<'a>(nodes: &'a [Node], text: &'a Str, id: NodeId) -> Option<Found<'a>> {
    nodes.iter().find_map(|node| match node {
        Node::Text(_) | Node::Break | Node::Continue => None,
        Node::Action(at, _) if at.id == id => Some(Found::Node(node, text)),
        Node::Action(_, pipe) => in_pipe(pipe, id),
        Node::If(branch) | Node::With(branch) | Node::Range(branch) => {
            if branch.at.id == id {
                return Some(Found::Node(node, text));
            }
            in_pipe(&branch.pipe, id)
                .or_else(|| in_nodes(&branch.body, text, id))
                .or_else(|| {
                    branch
                        .otherwise
                        .as_ref()
                        .and_then(|nodes| in_nodes(nodes, text, id))
                })
        }
        Node::Template(call) if call.at.id == id => Some(Found::Node(node, text)),
        Node::Template(call) => call.pipe.as_ref().and_then(|pipe| in_pipe(pipe, id)),
    })
}

fn in_pipe(pipe: &Pipe, id: NodeId) -> Option<Found<'_>> {
    if pipe.at.id == id {
        return Some(Found::Pipe(pipe));
    }
    pipe.commands().find_map(|command| {
        if command.at.id == id {
            return Some(Found::Command(command));
        }
        command.words().find_map(|word| in_term(word, id))
    })
}

fn in_term(term: &Term, id: NodeId) -> Option<Found<'_>> {
    if term.at.id == id {
        return Some(Found::Term(term));
    }
    match &term.kind {
        TermKind::Chain { of, .. } => in_term(of, id),
        TermKind::Pipe(pipe) => in_pipe(pipe, id),
        _ => None,
    }
}
