//! One rule.

use std::sync::Arc;

use cel::{CompileError, Decl, Program, Type};
use serde_json::Value;

/// A rule as a schema has it.
#[derive(Debug, Clone)]
pub(in crate::custom) struct RuleSource {
    pub(in crate::custom) rule: String,
    pub(in crate::custom) message: String,
    pub(in crate::custom) message_expression: String,
    pub(in crate::custom) reason: Option<String>,
    pub(in crate::custom) field_path: String,
    pub(in crate::custom) optional_old_self: Option<bool>,
}

/// A rule that can be evaluated.
#[derive(Debug)]
pub(in crate::custom) struct Rule {
    pub(in crate::custom) source: RuleSource,
    pub(in crate::custom) program: Program,
    pub(in crate::custom) message: Option<Program>,
}

/// Why a rule is none.
#[derive(Debug, thiserror::Error)]
pub(in crate::custom) enum RuleError {
    #[error("compilation failed: {0}")]
    Compilation(#[from] CompileError),
    #[error("cel expression must evaluate to a bool")]
    NoBool,
    #[error("message expression compilation failed: {0}")]
    Message(CompileError),
    #[error("messageExpression must evaluate to a string")]
    NoText,
}

/// The kind of error that a value is which breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::custom) enum Reason {
    Invalid,
    Forbidden,
    Required,
    Duplicate,
}

impl Reason {
    pub(in crate::custom) const KNOWN: [&str; 4] = [
        "FieldValueDuplicate",
        "FieldValueForbidden",
        "FieldValueInvalid",
        "FieldValueRequired",
    ];
}

impl RuleError {
    /// Whether the rule itself is right, and its message is not.
    pub(in crate::custom) fn is_of_message(&self) -> bool {
        matches!(self, Self::Message(_) | Self::NoText)
    }
}

impl RuleSource {
    pub(in crate::custom) fn parse(entry: &Value) -> Self {
        let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
        Self {
            rule: text("rule"),
            message: text("message"),
            message_expression: text("messageExpression"),
            reason: entry["reason"].as_str().map(str::to_owned),
            field_path: text("fieldPath"),
            optional_old_self: entry["optionalOldSelf"].as_bool(),
        }
    }

    pub(in crate::custom) fn reason(&self) -> Reason {
        match self.reason.as_deref() {
            Some("FieldValueForbidden") => Reason::Forbidden,
            Some("FieldValueRequired") => Reason::Required,
            Some("FieldValueDuplicate") => Reason::Duplicate,
            Some(_) | None => Reason::Invalid,
        }
    }

    /// The rule as errors about it show it: the struct of the real server in JSON.
    pub(in crate::custom) fn shown(&self) -> String {
        let text = |text: &str| gostd::json::string(text);
        let or_null = |value: Option<String>| value.unwrap_or_else(|| "null".to_owned());
        format!(
            "{{\"Rule\":{},\"Message\":{},\"MessageExpression\":{},\"Reason\":{},\"FieldPath\":{},\"OptionalOldSelf\":{}}}",
            text(&self.rule),
            text(&self.message),
            text(&self.message_expression),
            or_null(self.reason.as_deref().map(text)),
            text(&self.field_path),
            or_null(self.optional_old_self.map(|flag| flag.to_string())),
        )
    }
}

impl Rule {
    /// Compiles a rule about values of a declaration.
    ///
    /// # Errors
    /// What is wrong with the rule, or with the expression for its message.
    pub(in crate::custom) fn compile(
        source: RuleSource,
        decl: &Arc<Decl>,
    ) -> Result<Self, RuleError> {
        let old = match source.optional_old_self {
            Some(true) => decl.optional(),
            Some(false) | None => decl.clone(),
        };
        let variables = [("self", decl.clone()), ("oldSelf", old)];
        let program = Program::compile(&source.rule, &variables)?;
        if !matches!(program.result(), Type::Bool | Type::Dyn) {
            return Err(RuleError::NoBool);
        }
        let message = match source.message_expression.trim() {
            "" => None,
            expression => {
                Some(Program::compile(expression, &variables).map_err(RuleError::Message)?)
            }
        };
        if message
            .as_ref()
            .is_some_and(|message| !matches!(message.result(), Type::String | Type::Dyn))
        {
            return Err(RuleError::NoText);
        }
        Ok(Self {
            source,
            program,
            message,
        })
    }

    pub(in crate::custom) fn uses_old_self(&self) -> bool {
        self.program.mentions("oldSelf")
    }
}
