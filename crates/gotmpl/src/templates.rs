//! Template sets.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

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
    trees: HashMap<Str, Arc<Tree>>,
    sources: RefCell<Sources>,
}

/// Texts that functions have had executed, so that each is parsed once.
#[derive(Default)]
struct Sources {
    parsed: HashMap<Str, Rc<Parsed>>,
    bytes: usize,
}

impl std::fmt::Debug for Sources {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Sources")
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}

/// Source text kept in parsed form before all of it is dropped.
const MAX_SOURCE_BYTES: usize = 64 << 20;

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
            trees: HashMap::new(),
            sources: RefCell::default(),
        }
    }

    /// Parses a text and adds it under `name`, with the templates that it defines. They replace templates of the
    /// same names, but a template that is empty replaces none.
    ///
    /// # Errors
    /// Where and why the text is no template.
    pub fn parse(&mut self, name: impl Into<Str>, text: impl Into<Str>) -> Result<(), ParseError> {
        let parsed = parse(&name.into(), &text.into(), &self.funcs).map_err(|error| *error)?;
        for tree in parsed.trees {
            if !tree.is_empty() || !self.trees.contains_key(&tree.name) {
                self.trees.insert(tree.name.clone(), tree);
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
        if let Some(parsed) = self.sources.borrow().parsed.get(text) {
            return Ok(Rc::clone(parsed));
        }
        let parsed = Rc::new(parse(&self.name, text, &self.funcs).map_err(|error| *error)?);
        let mut sources = self.sources.borrow_mut();
        if sources.bytes > MAX_SOURCE_BYTES {
            *sources = Sources::default();
        }
        sources.bytes += text.len();
        sources.parsed.insert(text.clone(), Rc::clone(&parsed));
        Ok(parsed)
    }

    pub(crate) fn name(&self) -> &Str {
        &self.name
    }
}
