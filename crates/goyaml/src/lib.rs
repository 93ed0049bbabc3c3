//! YAML as Go's libraries read and write it: nodes with positions, two scalar dialects, byte-exact emitters.
