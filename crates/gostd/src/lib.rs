//! Go's observable formats: numbers, strings, times, JSON, tables and patterns as Go's standard library prints and reads them.
