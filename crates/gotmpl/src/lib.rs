//! Go's text/template: lexing, parsing and executing with Go's values, method calls and error texts.
