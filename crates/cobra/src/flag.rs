//! The static description of a flag.

use crate::Env;

/// What values a flag takes, named as pflag names the types.
#[derive(Clone, Copy)]
pub enum Kind {
    /// `true` or `false`; given without a value it is true.
    Bool,
    /// Any text.
    String,
    /// A signed integer; the name is what usage shows (`int`, `int32`, `int64`).
    Int(&'static str),
    /// A floating point number; the name is what usage shows (`float32`, `float64`).
    Float(&'static str),
    /// A Go duration such as `1m30s`.
    Duration,
    /// A number that grows by one each time the flag is given.
    Count,
    /// Texts, one for each time the flag is given.
    StringArray,
    /// Texts, separated by commas, over all times the flag is given.
    StringSlice,
    /// `key=value` pairs, separated by commas, over all times the flag is given.
    StringToString,
    /// A text of a front end's own type: its name in usage and the check of a value.
    Custom {
        /// What usage shows as the type.
        type_name: &'static str,
        /// Refuses a value with the text that follows `invalid argument … flag: `.
        check: fn(&str) -> Result<(), String>,
    },
}

/// The value of a flag that was not given.
#[derive(Clone, Copy)]
pub enum DefaultValue {
    /// A fixed text.
    Text(&'static str),
    /// Derived from the environment.
    Computed(fn(&Env) -> String),
}

/// A flag: a row of a command's table.
#[derive(Clone, Copy)]
pub struct Flag {
    pub(crate) name: &'static str,
    pub(crate) shorthand: Option<char>,
    pub(crate) usage: &'static str,
    pub(crate) kind: Kind,
    pub(crate) default: DefaultValue,
    pub(crate) no_opt_default: &'static str,
    pub(crate) hidden: bool,
    pub(crate) deprecated: &'static str,
    pub(crate) shorthand_deprecated: &'static str,
    pub(crate) required: bool,
    pub(crate) file_extensions: Option<&'static [&'static str]>,
    pub(crate) values: Option<&'static [&'static str]>,
    pub(crate) completes: bool,
    pub(crate) type_name: Option<&'static str>,
}

impl Flag {
    const fn new(
        name: &'static str,
        kind: Kind,
        default: &'static str,
        usage: &'static str,
    ) -> Self {
        Flag {
            name,
            shorthand: None,
            usage,
            kind,
            default: DefaultValue::Text(default),
            no_opt_default: "",
            hidden: false,
            deprecated: "",
            shorthand_deprecated: "",
            required: false,
            file_extensions: None,
            values: None,
            completes: false,
            type_name: None,
        }
    }

    /// A boolean that is false unless given.
    pub const fn bool(name: &'static str, usage: &'static str) -> Self {
        Flag {
            no_opt_default: "true",
            ..Flag::new(name, Kind::Bool, "false", usage)
        }
    }

    /// A text.
    pub const fn string(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::String, "", usage)
    }

    /// An integer, 0 unless given.
    pub const fn int(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Int("int"), "0", usage)
    }

    /// A 32-bit integer, 0 unless given.
    pub const fn int32(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Int("int32"), "0", usage)
    }

    /// A 64-bit integer, 0 unless given.
    pub const fn int64(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Int("int64"), "0", usage)
    }

    /// A single precision number, 0 unless given.
    pub const fn float32(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Float("float32"), "0", usage)
    }

    /// A duration, `0s` unless given.
    pub const fn duration(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Duration, "0s", usage)
    }

    /// A counter of how often it was given.
    pub const fn count(name: &'static str, usage: &'static str) -> Self {
        Flag {
            no_opt_default: "+1",
            ..Flag::new(name, Kind::Count, "0", usage)
        }
    }

    /// Texts, one each time.
    pub const fn string_array(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::StringArray, "[]", usage)
    }

    /// Texts separated by commas.
    pub const fn string_slice(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::StringSlice, "[]", usage)
    }

    /// `key=value` pairs separated by commas.
    pub const fn string_to_string(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::StringToString, "[]", usage)
    }

    /// A text of the front end's own type.
    pub const fn custom(
        name: &'static str,
        type_name: &'static str,
        check: fn(&str) -> Result<(), String>,
        usage: &'static str,
    ) -> Self {
        Flag::new(name, Kind::Custom { type_name, check }, "", usage)
    }

    /// A number that is not negative, 0 unless given.
    pub const fn uint(name: &'static str, usage: &'static str) -> Self {
        Flag::new(name, Kind::Int("uint"), "0", usage)
    }

    /// Sets the name that usage has for the type.
    pub const fn type_named(mut self, name: &'static str) -> Self {
        self.type_name = Some(name);
        self
    }

    /// Sets the one-letter form.
    pub const fn short(mut self, letter: char) -> Self {
        self.shorthand = Some(letter);
        self
    }

    /// Sets the value of a flag that was not given.
    pub const fn default(mut self, text: &'static str) -> Self {
        self.default = DefaultValue::Text(text);
        self
    }

    /// Derives the value of a flag that was not given from the environment.
    pub const fn default_from(mut self, compute: fn(&Env) -> String) -> Self {
        self.default = DefaultValue::Computed(compute);
        self
    }

    /// Makes the value optional: this one is taken when the flag stands alone.
    pub const fn optional_value(mut self, text: &'static str) -> Self {
        self.no_opt_default = text;
        self
    }

    /// Leaves the flag out of usage and completion.
    pub const fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// Hides the flag and says, when it is given, what to do instead.
    pub const fn deprecated(mut self, message: &'static str) -> Self {
        self.deprecated = message;
        self.hidden = true;
        self
    }

    /// Leaves the one-letter form out of usage and says, when it is given, what to do instead.
    pub const fn shorthand_deprecated(mut self, message: &'static str) -> Self {
        self.shorthand_deprecated = message;
        self
    }

    /// Demands that the flag be given.
    pub const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// Completes the value with names of files that end so; none means any file.
    pub const fn files(mut self, extensions: &'static [&'static str]) -> Self {
        self.file_extensions = Some(extensions);
        self
    }

    /// Completes the value with these words (a TAB may set off a description) and nothing else.
    pub const fn values(mut self, words: &'static [&'static str]) -> Self {
        self.values = Some(words);
        self
    }

    /// Completes the value through the program's own function for flag values.
    pub const fn completes(mut self) -> Self {
        self.completes = true;
        self
    }

    /// The name, without dashes.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The one-letter form, if there is one that usage shows.
    pub fn shown_shorthand(&self) -> Option<char> {
        self.shorthand
            .filter(|_| self.shorthand_deprecated.is_empty())
    }

    /// Whether the word after the flag is its value.
    pub fn takes_next(&self) -> bool {
        self.no_opt_default.is_empty()
    }

    /// What the flag is for.
    pub fn usage(&self) -> &'static str {
        self.usage
    }

    /// Whether usage leaves the flag out.
    pub fn is_hidden(&self) -> bool {
        self.hidden || !self.deprecated.is_empty()
    }

    /// The name of the type as pflag has it.
    pub fn type_name(&self) -> &'static str {
        if let Some(name) = self.type_name {
            return name;
        }
        match self.kind {
            Kind::Bool => "bool",
            Kind::String => "string",
            Kind::Int(name) | Kind::Float(name) => name,
            Kind::Duration => "duration",
            Kind::Count => "count",
            Kind::StringArray => "stringArray",
            Kind::StringSlice => "stringSlice",
            Kind::StringToString => "stringToString",
            Kind::Custom { type_name, .. } => type_name,
        }
    }

    /// The text of the value of a flag that was not given.
    pub fn default_text(&self, env: &Env) -> String {
        match self.default {
            DefaultValue::Text(text) => text.to_owned(),
            DefaultValue::Computed(compute) => compute(env),
        }
    }

    /// How errors name the flag: `-o, --output` or `--output`.
    pub(crate) fn display_name(&self) -> String {
        match self.shown_shorthand() {
            Some(letter) => format!("-{letter}, --{}", self.name),
            None => format!("--{}", self.name),
        }
    }

    pub(crate) fn repeats(&self) -> bool {
        matches!(
            self.kind,
            Kind::StringArray | Kind::StringSlice | Kind::StringToString
        )
    }
}
