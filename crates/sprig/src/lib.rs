//! The template functions of Sprig and Helm, a module per chapter of Sprig's documentation.
//!
//! [`funcs`] gives all of them as a [`gotmpl::FuncMap`]. What a template cannot determine (the time, random bytes, the local zone,
//! addresses of hosts) comes from an [`Environment`], so that the same environment renders the same bytes. The functions that need the
//! template set or a cluster (`include`, `tpl`, `required`, `fail`, `lookup`) belong to the engine that owns these.
//!
//! ```
//! use gostd::time::{Location, Time};
//! use gotmpl::{Options, Templates, Value};
//! use sprig::Environment;
//!
//! // A clock that stands still, and bytes that are not random at all.
//! let environment = Environment::new(Time::zero, |bytes| bytes.fill(4), Location::Utc);
//! let mut templates = Templates::new("set", sprig::funcs(&environment), Options::default());
//! templates.parse("t", r#"{{ list "b" "a" | sortAlpha | join "," | quote }} {{ now | date "2006-01-02" }}"#)?;
//! assert_eq!(templates.execute("t", &Value::Nil)?, br#""a,b" 0001-01-01"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::needless_pass_by_value,
    reason = "a template function owns its arguments: their types in its signature declare its parameters"
)]

mod crypto;
mod date;
mod defaults;
mod dict;
mod duration;
mod encoding;
mod environment;
mod function;
mod lists;
mod math;
mod network;
mod path;
mod random;
mod reflect;
mod regex;
mod semver;
mod strings;
mod text;
mod url;

use gotmpl::FuncMap;

pub use encoding::{FromYamlError, from_json_text, from_yaml_text, to_json, to_yaml};
pub use environment::Environment;
pub use semver::{Constraints, Version};

/// All functions, with this environment behind those that are not determined by their arguments.
#[must_use]
pub fn funcs(environment: &Environment) -> FuncMap {
    let mut funcs = FuncMap::new();
    funcs.extend(crypto::functions(environment));
    funcs.extend(date::functions(environment));
    funcs.extend(defaults::functions());
    funcs.extend(dict::functions());
    funcs.extend(duration::functions());
    funcs.extend(encoding::functions());
    funcs.extend(lists::functions());
    funcs.extend(math::functions());
    funcs.extend(network::functions(environment));
    funcs.extend(path::functions());
    funcs.extend(random::functions(environment));
    funcs.extend(reflect::functions());
    funcs.extend(regex::functions());
    funcs.extend(semver::functions());
    funcs.extend(strings::functions());
    funcs.extend(url::functions());
    funcs
}
