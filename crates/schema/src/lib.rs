//! What each built-in kind is: scope, fields, merge keys, list types and protobuf numbers, as tables.
