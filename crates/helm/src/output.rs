//! How releases are printed, and results in the forms for machines.

mod release;
mod resources;

use std::io::Write;

use cobra::Failure;
use serde::Serialize;

use crate::flags::Output;
use crate::go_json::marshal;

pub(crate) use release::{ReleasePrinter, Shown};
pub(crate) use resources::fetch as fetch_resources;

impl Output {
    /// Writes a result in one of the forms for machines.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(self, value: &impl Serialize, out: &mut dyn Write) -> Result<(), Failure> {
        let json = marshal(value);
        if self == Output::Yaml {
            let value: serde_json::Value = serde_json::from_slice(&json)?;
            out.write_all(goyaml::json_to_yaml(&value).as_bytes())?;
        } else {
            out.write_all(&json)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    }
}
