//! Commands, flags, usage, errors and completion as cobra and pflag present them, from tables.
