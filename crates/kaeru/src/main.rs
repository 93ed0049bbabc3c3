//! The `kaeru` binary: picks a front end by the name it was called by or by its first argument.

fn main() {}
