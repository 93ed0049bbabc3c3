//! What templates read of the value that they are executed with, told from their text.

mod scope;

use crate::node::{Branch, Command, Node, Pipe, Term, TermKind, Tree};
use crate::templates::Templates;
use crate::value::Str;
use scope::{Paths, Scope};

/// A step of a path into a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// The entry with this key, or the field of this name.
    Key(Str),
    /// Any element, as in the body of a `range`.
    Element,
}

/// What a template does with a value in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Prints it.
    Output,
    /// Asks whether it is empty.
    Condition,
    /// Names it: a variable's value, or the dot of a `with` or `range`.
    Binding,
    /// Executes another template with it.
    Template,
}

/// A place where a template reads something of its dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The template.
    pub template: Str,
    /// The name of the text that defines the template.
    pub file: Str,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The way from the template's dot to what is read.
    pub path: Vec<Step>,
    /// The functions that the value goes through, the first one first.
    pub functions: Vec<Box<str>>,
    /// What becomes of the last function's result.
    pub sink: Sink,
}

impl Templates {
    /// Everything that the templates of the set read of their dots, as far as their text tells: variables and the
    /// bodies of `with` and `range` are followed, results of functions are not. Ordered by template.
    #[must_use]
    pub fn references(&self) -> Vec<Reference> {
        let mut trees: Vec<_> = self.trees().collect();
        trees.sort_by(|a, b| a.name.cmp(&b.name));
        trees.into_iter().flat_map(of_tree).collect()
    }
}

fn of_tree(tree: &Tree) -> Vec<Reference> {
    let mut walk = Walk {
        tree,
        scope: Scope::new(tree.body.slots),
        found: Vec::new(),
    };
    walk.nodes(&tree.body.root, &scope::root());
    walk.found
}

/// A walk over one template.
struct Walk<'a> {
    tree: &'a Tree,
    scope: Scope,
    found: Vec<Reference>,
}

/// What becomes of a value: the functions still to come, the next one last, then the sink.
#[derive(Clone)]
struct Fate {
    functions: Vec<Box<str>>,
    sink: Sink,
}

impl From<Sink> for Fate {
    fn from(sink: Sink) -> Fate {
        Fate {
            functions: Vec::new(),
            sink,
        }
    }
}

impl Fate {
    fn through(&self, command: &Command) -> Fate {
        let mut fate = self.clone();
        fate.functions.push(match &command.first.kind {
            TermKind::Identifier { name, .. } => (*name).into(),
            // A method: what it does with its arguments is not known.
            _ => "call".into(),
        });
        fate
    }
}

impl Walk<'_> {
    fn nodes(&mut self, nodes: &[Node], dot: &Paths) {
        for node in nodes {
            match node {
                Node::Text(_) | Node::Break | Node::Continue => {}
                Node::Action(_, pipe) if pipe.variables.is_empty() => {
                    self.pipe(pipe, dot, &Sink::Output.into());
                }
                Node::Action(_, pipe) => {
                    let paths = self.bind(pipe, dot);
                    self.scope.set(&pipe.variables[0], &paths);
                }
                Node::If(branch) => {
                    self.pipe(&branch.pipe, dot, &Sink::Condition.into());
                    if let [variable] = &*branch.pipe.variables {
                        let paths = self.paths_of_pipe(&branch.pipe, dot).unwrap_or_default();
                        self.scope.set(variable, &paths);
                    }
                    self.nodes(&branch.body, dot);
                    self.otherwise(branch, dot);
                }
                Node::With(branch) => {
                    let paths = self.bind(&branch.pipe, dot);
                    if let [variable] = &*branch.pipe.variables {
                        self.scope.set(variable, &paths);
                    }
                    self.nodes(&branch.body, &paths);
                    self.otherwise(branch, dot);
                }
                Node::Range(branch) => self.range(branch, dot),
                Node::Template(call) => {
                    if let Some(pipe) = &call.pipe {
                        self.pipe(pipe, dot, &Sink::Template.into());
                    }
                }
            }
        }
    }

    fn otherwise(&mut self, branch: &Branch, dot: &Paths) {
        if let Some(nodes) = &branch.otherwise {
            self.nodes(nodes, dot);
        }
    }

    fn range(&mut self, branch: &Branch, dot: &Paths) {
        let elements = self.bind(&branch.pipe, dot).step(&Step::Element);
        self.record(&elements, &branch.pipe, &Sink::Binding.into());
        match &*branch.pipe.variables {
            [element] => self.scope.set(element, &elements),
            [key, element] => {
                self.scope.set(key, &Paths::default());
                self.scope.set(element, &elements);
            }
            _ => {}
        }
        self.nodes(&branch.body, &elements);
        self.otherwise(branch, dot);
    }

    /// Records what a pipeline reads to name its value, and gives the paths of that.
    fn bind(&mut self, pipe: &Pipe, dot: &Paths) -> Paths {
        self.pipe(pipe, dot, &Sink::Binding.into());
        self.paths_of_pipe(pipe, dot).unwrap_or_default()
    }

    fn pipe(&mut self, pipe: &Pipe, dot: &Paths, fate: &Fate) {
        if let Some(paths) = self.paths_of_pipe(pipe, dot) {
            self.record(&paths, pipe, fate);
            return;
        }
        // A command's result is the last argument of the command behind it.
        let mut fate = fate.clone();
        let commands = pipe.then.iter().rev().map(|command| (command, true));
        for (command, piped) in commands.chain([(&pipe.first, false)]) {
            let call = piped || !command.arguments.is_empty();
            let arguments = if call {
                fate.through(command)
            } else {
                fate.clone()
            };
            if call {
                if let Some(paths) = self.paths_of_command(command, dot) {
                    self.record(&paths, pipe, &fate);
                } else {
                    for word in command.words() {
                        self.term(word, pipe, dot, &arguments);
                    }
                }
            } else {
                self.term(&command.first, pipe, dot, &fate);
            }
            fate = arguments;
        }
    }

    fn term(&mut self, term: &Term, within: &Pipe, dot: &Paths, fate: &Fate) {
        if let Some(paths) = self.paths_of_term(term, dot) {
            self.record(&paths, within, fate);
            return;
        }
        match &term.kind {
            TermKind::Pipe(pipe) => self.pipe(pipe, dot, fate),
            TermKind::Chain { of, .. } => self.term(of, within, dot, fate),
            _ => {}
        }
    }

    fn record(&mut self, paths: &Paths, pipe: &Pipe, fate: &Fate) {
        let offset = pipe.at.pos as usize;
        let text = &self.tree.body.text;
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        for path in paths.iter().filter(|path| !path.is_empty()) {
            self.found.push(Reference {
                template: self.tree.name.clone(),
                file: self.tree.parse_name.clone(),
                line,
                path: path.clone(),
                functions: fate.functions.iter().rev().cloned().collect(),
                sink: fate.sink,
            });
        }
    }

    /// The paths that a pipeline's value has, if it is no result of a function but a lookup.
    fn paths_of_pipe(&self, pipe: &Pipe, dot: &Paths) -> Option<Paths> {
        if !pipe.then.is_empty() {
            None
        } else if pipe.first.arguments.is_empty() {
            self.paths_of_term(&pipe.first.first, dot)
        } else {
            self.paths_of_command(&pipe.first, dot)
        }
    }

    /// `index X "key"...` and `get X "key"` are paths like `X.key`.
    fn paths_of_command(&self, command: &Command, dot: &Paths) -> Option<Paths> {
        let (of, keys) = match &*command.arguments {
            [of, keys @ ..] if !keys.is_empty() => (of, keys),
            _ => return None,
        };
        if !matches!(
            command.first.kind,
            TermKind::Identifier {
                name: "index" | "get",
                ..
            }
        ) {
            return None;
        }
        let mut paths = self.paths_of_term(of, dot)?;
        for key in keys {
            paths = paths.step(&match &key.kind {
                TermKind::String { text, .. } => Step::Key(text.clone()),
                TermKind::Number(_) => Step::Element,
                _ => return None,
            });
        }
        Some(paths)
    }

    fn paths_of_term(&self, term: &Term, dot: &Paths) -> Option<Paths> {
        match &term.kind {
            TermKind::Dot => Some(dot.clone()),
            TermKind::Field(fields) => Some(dot.fields(fields)),
            TermKind::Variable { slot, fields, .. } => {
                let fields = fields.as_deref().unwrap_or_default();
                Some(self.scope.get(*slot).fields(fields))
            }
            TermKind::Chain { of, fields } => Some(self.paths_of_term(of, dot)?.fields(fields)),
            TermKind::Pipe(pipe) => self.paths_of_pipe(pipe, dot),
            TermKind::Nil
            | TermKind::Bool(_)
            | TermKind::Number(_)
            | TermKind::String { .. }
            | TermKind::Identifier { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
