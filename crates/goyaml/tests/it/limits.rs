//! What is too much.

use goyaml::{DecodeOptions, Dialect, Limits, ReadOptions};

const V2: DecodeOptions = DecodeOptions {
    dialect: Dialect::V2,
    strict: false,
};

fn billion_laughs() -> String {
    let mut text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n".to_owned();
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        text.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    text
}

#[test]
fn aliases_must_not_multiply_a_document() {
    let text = billion_laughs();
    let error = goyaml::yaml_to_json(text.as_bytes(), &V2).unwrap_err();
    assert_eq!(
        error.to_string(),
        "yaml: document contains excessive aliasing"
    );
    let mut node = goyaml::parse_document(text.as_bytes(), &ReadOptions::new(Dialect::V3))
        .unwrap()
        .unwrap();
    assert_eq!(
        goyaml::expand(&mut node).unwrap_err().message(),
        "document contains excessive aliasing"
    );
    let mut out = String::new();
    assert!(goyaml::to_canonical(&node, Dialect::V3, &mut out).is_err());
    assert_eq!(out, "");
}

#[test]
fn anchors_inside_anchors_must_not_multiply_a_document() {
    let depth = 900;
    let open: String = (0..depth).map(|level| format!("&a{level} [")).collect();
    let text = format!("{open}{}{}", "x, ".repeat(2000), "]".repeat(depth));
    let error =
        goyaml::parse_document(text.as_bytes(), &ReadOptions::new(Dialect::V3)).unwrap_err();
    assert_eq!(error.message(), "document contains excessive aliasing");
}

#[test]
fn an_alias_must_not_contain_itself() {
    let error = goyaml::yaml_to_json(b"a: &x [*x]", &V2).unwrap_err();
    assert_eq!(error.to_string(), "yaml: anchor 'x' value contains itself");
}

#[test]
fn depth_is_bounded() {
    let options = ReadOptions::new(Dialect::V2);
    for open in ["[", "{a: ", "- "] {
        let text = open.repeat(options.limits.depth + 1);
        let error = goyaml::parse_documents(text.as_bytes(), &options).unwrap_err();
        assert_eq!(error.message(), "exceeded max depth of 1000", "{open}");
    }
    let deepest = format!(
        "{}{}",
        "[".repeat(options.limits.depth),
        "]".repeat(options.limits.depth)
    );
    let node = goyaml::parse_document(deepest.as_bytes(), &options)
        .unwrap()
        .unwrap();
    let mut out = String::new();
    goyaml::to_canonical(&node, Dialect::V3, &mut out).unwrap();
    assert_eq!(
        out,
        format!("{}[]\n", "- ".repeat(options.limits.depth - 1))
    );
}

#[test]
fn size_is_bounded() {
    let limits = Limits {
        bytes: 10,
        ..Limits::default()
    };
    let options = ReadOptions {
        limits,
        ..ReadOptions::new(Dialect::V2)
    };
    assert!(goyaml::parse_documents(b"0123456789", &options).is_ok());
    let error = goyaml::parse_documents(b"0123456789a", &options).unwrap_err();
    assert_eq!(error.to_string(), "yaml: document is larger than 10 bytes");
}
