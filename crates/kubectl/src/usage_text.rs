//! Complaints that several commands share.

/// Shown where a command needs to be told what to work on.
pub(crate) const MISSING_RESOURCE: &str =
    "You must provide one or more resources by argument or filename.
Example resource specifications include:
   '-f rsrc.yaml'
   '--filename=rsrc.json'
   '<resource> <name>'
   '<resource>'";
