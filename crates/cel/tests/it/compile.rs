//! What is wrong with a source, in the words of the real compiler.

use crate::compile;

#[test]
fn faults_are_told_with_their_line() {
    for (source, expected) in [
        (
            "self.zz == 1",
            "ERROR: <input>:1:5: undefined field 'zz'\n | self.zz == 1\n | ....^",
        ),
        (
            "foo > 1",
            "ERROR: <input>:1:1: undeclared reference to 'foo' (in container '')\n | foo > 1\n | ^",
        ),
        (
            "self.size == 'a'",
            "ERROR: <input>:1:11: found no matching overload for '_==_' applied to '(int, string)'\n | self.size == 'a'\n | ..........^",
        ),
        (
            "self.name.startsWith(1)",
            "ERROR: <input>:1:21: found no matching overload for 'startsWith' applied to 'string.(int)'\n | self.name.startsWith(1)\n | ....................^",
        ),
        (
            "self.size.all(x, x)",
            "ERROR: <input>:1:5: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.size.all(x, x)\n | ....^",
        ),
        (
            "self.size.a",
            "ERROR: <input>:1:10: type 'int' does not support field selection\n | self.size.a\n | .........^",
        ),
        (
            "nope() &&\n  self.zz",
            "ERROR: <input>:1:5: undeclared reference to 'nope' (in container '')\n | nope() &&\n | ....^\nERROR: <input>:2:7: undefined field 'zz'\n |   self.zz\n | ......^",
        ),
    ] {
        assert_eq!(compile(source).unwrap_err(), expected, "{source}");
    }
}

#[test]
fn types_come_from_the_declarations() {
    for (source, expected) in [
        ("self.size + 1", "int"),
        ("self.tags.map(t, size(t))", "list(int)"),
        ("self.labels", "map(string, string)"),
        ("self.items[0].name", "string"),
        ("self.items.filter(i, i.port > 80)[0].port", "int"),
        ("oldSelf.?name", "optional_type(string)"),
        ("oldSelf.optMap(o, o.size)", "optional_type(int)"),
        ("true ? self.either : 1", "dyn"),
        ("quantity('1')", "kubernetes.Quantity"),
        ("self", "selfType"),
    ] {
        let program = compile(source).unwrap();
        assert_eq!(program.result().to_string(), expected, "{source}");
    }
}

#[test]
fn it_is_known_which_variables_are_named() {
    assert!(
        compile("self.tags.all(t, t != oldSelf.?name.orValue(''))")
            .unwrap()
            .mentions("oldSelf")
    );
    assert!(
        !compile("self.tags.all(oldSelf, oldSelf != 'x')")
            .unwrap()
            .mentions("oldSelf")
    );
}
