//! What went wrong with an edited file, as the file tells it when it is opened again.

use std::fmt;

use serde_json::Value;

use crate::object::{items, shown};
use crate::resource::Info;
use cliruntime::ApiError;

/// The objects that could not be changed.
#[derive(Debug, Default)]
pub(super) struct Failures {
    reasons: Vec<Reason>,
    /// Objects that the person can put right.
    pub(super) invalid: Vec<Info>,
    /// How many may be tried again.
    pub(super) retryable: usize,
    /// How many have gone meanwhile.
    pub(super) gone: usize,
}

#[derive(Debug)]
struct Reason {
    head: String,
    causes: Vec<String>,
}

impl Failures {
    /// Notes why the server refuses an object. Gives the line that says so.
    pub(super) fn add(&mut self, error: &ApiError, info: &Info) -> String {
        let what = described(info);
        if error.is_invalid() {
            let causes = error.status().map(|status| &status["details"]["causes"]);
            let causes = causes.map_or(&[][..], |causes| items(causes));
            let cause =
                |cause: &Value| format!("{}: {}", shown(&cause["field"]), shown(&cause["message"]));
            return self.add_invalid(info, causes.iter().map(cause).collect());
        }
        if error.is_not_found() {
            self.gone += 1;
            return format!("error: {what} could not be found on the server");
        }
        self.retryable += 1;
        format!("error: {what} could not be patched: {error}")
    }

    /// Notes that what was saved cannot be an object at all. Gives the line that says so.
    pub(super) fn add_unreadable(&mut self, info: &Info, fault: &str) -> String {
        let cause = format!("<nil>: Invalid value: \"The edited file failed validation\": {fault}");
        self.add_invalid(info, vec![cause])
    }

    /// Notes what is wrong with the file as a whole.
    pub(super) fn add_syntax(&mut self, fault: &str) {
        self.reasons.push(Reason {
            head: format!("The edited file had a syntax error: {fault}"),
            causes: Vec::new(),
        });
    }

    fn add_invalid(&mut self, info: &Info, causes: Vec<String>) -> String {
        let what = described(info);
        self.invalid.push(info.clone());
        self.reasons.push(Reason {
            head: format!("{what} was not valid"),
            causes,
        });
        format!("error: {what} is invalid")
    }

    /// Whether the file has to be opened again with reasons.
    pub(super) fn has_reasons(&self) -> bool {
        !self.reasons.is_empty()
    }
}

fn described(info: &Info) -> String {
    let resource = match info.resource.group.as_str() {
        "" => info.resource.resource.clone(),
        group => format!("{}.{group}", info.resource.resource),
    };
    format!("{resource} {:?}", info.name)
}

/// The comments at the top of the file.
impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "# Please edit the object below. Lines beginning with a '#' will be ignored,\n# and an empty file will abort the edit. If an error occurs while saving this file will be\n# reopened with the relevant failures.\n#\n",
        )?;
        for reason in &self.reasons {
            let colon = if reason.causes.is_empty() { "" } else { ":" };
            let head = reason.head.replace('\n', "\n# ");
            writeln!(f, "# {head}{colon}")?;
            for cause in &reason.causes {
                writeln!(f, "# * {}", cause.replace('\n', "\n# "))?;
            }
            f.write_str("#\n")?;
        }
        Ok(())
    }
}
