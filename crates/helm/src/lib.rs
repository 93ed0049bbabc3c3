//! Helm's commands and actions as a library.
