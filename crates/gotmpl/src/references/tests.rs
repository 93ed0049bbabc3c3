use super::*;
use crate::{FuncMap, Function, Options, Type, Value};

/// Each reference as `path > functions > sink`.
fn references(text: &str) -> Vec<String> {
    let mut funcs = FuncMap::new();
    for name in ["default", "quote", "toYaml"] {
        funcs.insert(name, Function::new(&[Type::Interface], |_| Ok(Value::Nil)));
    }
    let mut templates = Templates::new("t", funcs, Options::default());
    templates.parse("t", text).expect("a template");
    let references = templates.references();
    references
        .iter()
        .map(|reference| {
            let path = reference.path.iter().map(|step| match step {
                Step::Key(key) => key.to_string(),
                Step::Element => "*".to_owned(),
            });
            format!(
                "{} > {} > {:?}",
                path.collect::<Vec<_>>().join("."),
                reference.functions.join(" "),
                reference.sink
            )
        })
        .collect()
}

#[test]
fn a_value_is_followed_through_functions() {
    assert_eq!(references("{{ .a.b }}"), ["a.b >  > Output"]);
    assert_eq!(
        references("{{ .a | default 1 | quote }}"),
        ["a > default quote > Output"]
    );
    assert_eq!(
        references("{{ if (default .a .b) }}{{ end }}"),
        ["a > default > Condition", "b > default > Condition"]
    );
    assert_eq!(references("{{ template \"t\" .a }}"), ["a >  > Template"]);
}

#[test]
fn the_dot_and_variables_are_followed() {
    assert_eq!(
        references("{{ with .a }}{{ .b }}{{ $.c }}{{ end }}"),
        ["a >  > Binding", "a.b >  > Output", "c >  > Output"]
    );
    assert_eq!(
        references("{{ range $k, $v := .l }}{{ $v.x }}{{ $k }}{{ end }}"),
        ["l >  > Binding", "l.* >  > Binding", "l.*.x >  > Output"]
    );
    assert_eq!(
        references("{{ $v := .a }}{{ $v = .b }}{{ $v.c }}"),
        [
            "a >  > Binding",
            "b >  > Binding",
            "a.c >  > Output",
            "b.c >  > Output"
        ]
    );
}

#[test]
fn constant_keys_are_fields() {
    assert_eq!(
        references(r#"{{ (index .a "b-c" 0).d | toYaml }}"#),
        ["a.b-c.*.d > toYaml > Output"]
    );
    assert_eq!(
        references("{{ index .a .b }}"),
        ["a > index > Output", "b > index > Output"]
    );
}

#[test]
fn lines_are_those_of_the_text() {
    let mut templates = Templates::new("t", FuncMap::new(), Options::default());
    templates
        .parse("t", "a\n{{ define \"d\" }}\n{{ .x }}{{ end }}")
        .expect("a template");
    let found = &templates.references()[0];
    assert_eq!((found.line, found.template.to_str().as_ref()), (3, "d"));
}
