//! Behaviour of whole builds.

mod cases;
