//! Go's text/template: lexing, parsing and executing with Go's values, method calls and error texts.
//!
//! A set of [`Templates`] is parsed once and executed with any [`Value`]. Values know their Go type and share
//! structure by reference, as Go's maps and slices do: a function that changes a [`Map`] changes it for everybody
//! who holds it. Functions are declared with the Go types of their parameters ([`Function`]), so that a wrong call
//! fails with Go's own words. Errors are Go's text, and structured: [`ExecError`] knows the node, the template, and
//! the failure of a nested template that caused it.
//!
//! # Templates and functions
//!
//! A set has functions and [`Options`]. Texts are added to it by name; what one defines the others can call.
//!
//! ```
//! use gotmpl::{FuncMap, Function, Map, Options, Templates, Type, Value};
//!
//! let mut funcs = FuncMap::new();
//! funcs.insert(
//!     "upper",
//!     Function::new(&[Type::String], |arguments| match arguments {
//!         [Value::String(text)] => Ok(Value::string(text.to_str().to_uppercase())),
//!         _ => Err("not a string".into()),
//!     }),
//! );
//! let mut templates = Templates::new("site", funcs, Options::default());
//! templates.parse("parts", r#"{{ define "item" }}- {{ .name | upper }}: {{ .price }}{{ "\n" }}{{ end }}"#)?;
//! templates.parse("page", r#"{{ range .items }}{{ template "item" . }}{{ else }}nothing{{ end }}"#)?;
//!
//! let item = |name: &str, price: f64| {
//!     Value::Map(Map::from_iter([("name", Value::from(name)), ("price", Value::Float64(price))]))
//! };
//! let items = Value::list(vec![item("tea", 2.5), item("gold", 1_000_000.0)]);
//! let dot = Value::Map(Map::from_iter([("items", items)]));
//! // Numbers print as Go prints them.
//! assert_eq!(templates.execute("page", &dot)?, b"- TEA: 2.5\n- GOLD: 1e+06\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Types of one's own
//!
//! Whatever has fields, methods or a text of its own is an [`Object`].
//!
//! ```
//! use gotmpl::{FuncMap, Function, Kind, Object, Options, Templates, Type, Value};
//!
//! #[derive(Debug)]
//! struct Circle(f64);
//!
//! impl Object for Circle {
//!     fn go_type(&self) -> Type {
//!         Type::Named("shapes.Circle", Kind::Struct)
//!     }
//!
//!     fn fields(&self) -> Vec<(&'static str, Value)> {
//!         vec![("Radius", Value::Float64(self.0))]
//!     }
//!
//!     fn method(&self, name: &str) -> Option<Function> {
//!         let radius = self.0;
//!         let scaled = move |arguments: &[Value]| match arguments {
//!             [Value::Int(factor)] => Ok(Value::Float64(radius * *factor as f64)),
//!             _ => Err("not a number".into()),
//!         };
//!         (name == "Scaled").then(|| Function::new(&[Type::Int], scaled))
//!     }
//! }
//!
//! let mut templates = Templates::new("shapes", FuncMap::new(), Options::default());
//! templates.parse("show", r#"{{ .Radius }} {{ .Scaled 3 }} {{ printf "%T" . }}"#)?;
//! let circle = Value::object(Circle(1.5));
//! assert_eq!(templates.execute("show", &circle)?, b"1.5 4.5 shapes.Circle");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Errors and limits
//!
//! An error reads as Go's; the parts of it, and the path that could not be followed, are there as well. [`Limits`]
//! bound the depth, the steps and the output of an execution, so that templates of strangers end.
//!
//! ```
//! use gotmpl::{FuncMap, Limits, Map, MissingKey, Options, Templates, Value};
//!
//! let limits = Limits { steps: 10_000, ..Limits::default() };
//! let options = Options { missing_key: MissingKey::Zero, limits };
//! let mut templates = Templates::new("set", FuncMap::new(), options);
//! templates.parse("page", "{{ .user.name.first }}")?;
//! templates.parse("endless", "{{ range 1000000000 }}{{ end }}")?;
//!
//! let user = Value::Map(Map::from_iter([("nick", Value::from("ann"))]));
//! let dot = Value::Map(Map::from_iter([("user", user)]));
//! let error = templates.execute("page", &dot).expect_err("there is no name");
//! assert_eq!(
//!     error.to_string(),
//!     r#"template: page:1:8: executing "page" at <.user.name.first>: nil pointer evaluating interface {}.first"#
//! );
//! let missing = error.missing().expect("a path");
//! assert_eq!((missing.found, missing.keys[0].to_str()), (1, "nick".into()));
//! assert!(templates.execute("endless", &dot).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builtins;
mod error;
mod exec;
mod function;
mod go_type;
mod lex;
mod node;
mod options;
mod parse;
mod references;
mod stack;
mod templates;
mod value;

pub use error::{ExecError, MissingPath, Position};
pub use exec::{Execution, SourceError};
pub use function::{CallError, FuncMap, Function};
pub use go_type::{Kind, Type};
pub use options::{Limits, MissingKey, Options};
pub use parse::ParseError;
pub use references::{Reference, Sink, Step};
pub use templates::Templates;
pub use value::{List, Map, MapName, Object, Str, Value, sprint, sprintf, sprintln};
