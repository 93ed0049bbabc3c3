//! Template sets.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::builtins;
use crate::error::{ExecError, Failure};
use crate::exec::Execution;
use crate::function::FuncMap;
use crate::node::Tree;
use crate::options::Options;
use crate::parse::{ParseError, Parsed, parse};
use crate::value::{Str, Value};

/// Templates that call each other by name, parsed once, with the functions that they use.
///
/// ```
/// use gotmpl::{FuncMap, Map, Options, Templates, Value};
///
/// let mut templates = Templates::new("greeting", FuncMap::new(), Options::default());
/// templates.parse("hello", r#"Hello {{ .name | printf "%q" }}!"#)?;
/// let dot = Value::Map(Map::from_iter([("name", Value::from("Go"))]));
/// assert_eq!(templates.execute("hello", &dot)?, br#"Hello "Go"!"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Templates {
    name: Str,
    funcs: FuncMap,
    options: Options,
    trees: FxHashMap<Str, Arc<Tree>>,
    texts: RefCell<Texts>,
}

/// The texts so far, so that each is parsed once: charts have files in common, and functions have the same texts executed.
#[derive(Default)]
struct Texts {
    parsed: FxHashMap<Str, Rc<Parsed>>,
    bytes: usize,
}

impl std::fmt::Debug for Texts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Texts")
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// Source text kept in parsed form before all of it is dropped.
const MAX_TEXT_BYTES: usize = 64 << 20;

impl Templates {
    /// An empty set; its name shows in the error for a template that does not exist. The functions are added to
    /// Go's own, and replace those of the same name.
    pub fn new(name: impl Into<Str>, funcs: FuncMap, options: Options) -> Templates {
        let mut all = builtins::funcs();
        all.merge(funcs);
        Templates {
            name: name.into(),
            funcs: all,
            options,
            trees: FxHashMap::default(),
            texts: RefCell::default(),
        }
    }

    /// Parses a text and adds it under `name`, with the templates that it defines. They replace templates of the
    /// same names, but a template that is empty replaces none.
    ///
    /// # Errors
    /// Where and why the text is no template.
    pub fn parse(&mut self, name: impl Into<Str>, text: impl Into<Str>) -> Result<(), ParseError> {
        let parsed = self.parsed(&name.into(), &text.into())?;
        for tree in &parsed.trees {
            if !tree.body.is_empty() || !self.trees.contains_key(&tree.name) {
                self.trees.insert(tree.name.clone(), Arc::clone(tree));
            }
        }
        Ok(())
    }

    /// Executes the template `name` and gives what it prints.
    ///
    /// # Errors
    /// Where and why the execution failed.
    pub fn execute(&self, name: &str, dot: &Value) -> Result<Vec<u8>, ExecError> {
        Execution::new(self).run(name, dot)
    }

    /// Whether there is a template of this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.trees.contains_key(name.as_bytes())
    }

    pub(crate) fn trees(&self) -> impl Iterator<Item = &Tree> {
        self.trees.values().map(|tree| &**tree)
    }

    pub(crate) fn tree(&self, name: &[u8]) -> Option<&Arc<Tree>> {
        self.trees.get(name)
    }

    pub(crate) fn funcs(&self) -> &FuncMap {
        &self.funcs
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The error for a template that does not exist.
    pub(crate) fn no_template(&self, name: &Str) -> ExecError {
        let (missing, set) = (
            gostd::strconv::quote(name),
            gostd::strconv::quote(&self.name),
        );
        ExecError::new(Failure {
            position: None,
            template: name.clone(),
            message: format!("no template {missing} associated with template {set}"),
            cause: None,
            call: false,
            missing: None,
        })
    }

    /// Parses a text that a function wants executed under the name of the set.
    pub(crate) fn source(&self, text: &Str) -> Result<Rc<Parsed>, ParseError> {
        self.parsed(&self.name, text)
    }

    /// The templates of a text that has this name, parsed if the text is new.
    fn parsed(&self, name: &Str, text: &Str) -> Result<Rc<Parsed>, ParseError> {
        let known = self.texts.borrow().parsed.get(text).map(Rc::clone);
        match known {
            Some(known) if known.is_named(name) => return Ok(known),
            Some(known) if let Some(renamed) = known.renamed(name) => return Ok(Rc::new(renamed)),
            _ => {}
        }
        let parsed = Rc::new(parse(name, text, &self.funcs).map_err(|error| *error)?);
        let mut texts = self.texts.borrow_mut();
        if texts.bytes > MAX_TEXT_BYTES {
            *texts = Texts::default();
        }
        texts.bytes += text.len();
        texts.parsed.insert(text.clone(), Rc::clone(&parsed));
        Ok(parsed)
    }

    pub(crate) fn name(&self) -> &Str {
        &self.name
    }
}
