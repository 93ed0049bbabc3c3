//! What is wrong with a value, as a tree.

use super::message::quote;

/// What is said of several faults of one schema.
const TOGETHER: &str = "validation failed";

/// Why a value does not fit a schema: at a place, with what explains it below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// The JSON pointer of the value.
    pub(super) path: String,
    /// What is wrong; none for a schema that several things are wrong with.
    pub(super) message: Option<String>,
    pub(super) causes: Vec<Fault>,
}

impl Fault {
    pub(super) fn new(path: &str, message: impl Into<String>, causes: Vec<Fault>) -> Fault {
        Fault {
            path: path.to_owned(),
            message: Some(message.into()),
            causes,
        }
    }

    /// All that is wrong with a value: one fault as it is, several of them together.
    pub(super) fn all(path: impl Fn() -> String, mut faults: Vec<Fault>) -> Option<Fault> {
        if faults.len() < 2 {
            return faults.pop();
        }
        Some(Fault {
            path: path(),
            message: None,
            causes: faults,
        })
    }

    /// Several faults as one at the place of what refers to their schema.
    pub(super) fn together(self, path: impl Fn() -> String) -> Fault {
        match self.message {
            None => Fault::new(&path(), TOGETHER, self.causes),
            Some(_) => self,
        }
    }

    /// Several faults one by one, where what is above says what they have in common.
    pub(super) fn apart(self) -> Vec<Fault> {
        match self.message {
            None => self.causes,
            Some(_) => vec![self],
        }
    }

    /// A line for the fault and those for what explains it, indented.
    pub(super) fn write(&self, indent: usize, out: &mut String) {
        let message = self.message.as_deref().unwrap_or(TOGETHER);
        let blanks = " ".repeat(indent);
        out.push_str(&format!("{blanks}- at {}: {message}\n", quote(&self.path)));
        for cause in &self.causes {
            cause.write(indent + 2, out);
        }
    }
}

/// The lines of a fault of a whole document.
pub(super) fn lines(fault: Fault) -> String {
    let mut out = String::new();
    for fault in fault.apart() {
        fault.write(0, &mut out);
    }
    out
}
