//! One record of comma-separated values, with the quoting and the complaints of Go's `encoding/csv`.

/// Splits a line into its fields; an empty line has none.
pub(crate) fn fields(line: &str) -> Result<Vec<String>, String> {
    let mut fields = Vec::new();
    let mut rest = line;
    if rest.is_empty() {
        return Ok(fields);
    }
    loop {
        let (field, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_field(quoted, line)?,
            None => bare_field(rest, line)?,
        };
        fields.push(field);
        match after {
            Some(after) => rest = after,
            None => return Ok(fields),
        }
    }
}

fn bare_field<'a>(rest: &'a str, line: &str) -> Result<(String, Option<&'a str>), String> {
    let (field, after) = match rest.split_once(',') {
        Some((field, after)) => (field, Some(after)),
        None => (rest, None),
    };
    match field.find('"') {
        Some(at) => {
            let column = line.len() - rest.len() + at + 1;
            Err(format!(
                "parse error on line 1, column {column}: bare \" in non-quoted-field"
            ))
        }
        None => Ok((field.to_owned(), after)),
    }
}

fn quoted_field<'a>(rest: &'a str, line: &str) -> Result<(String, Option<&'a str>), String> {
    let mut field = String::new();
    let mut rest = rest;
    while let Some((before, after)) = rest.split_once('"') {
        field.push_str(before);
        match after.as_bytes().first() {
            None => return Ok((field, None)),
            Some(b',') => return Ok((field, Some(&after[1..]))),
            Some(b'"') => {
                field.push('"');
                rest = &after[1..];
            }
            Some(_) => {
                let column = line.len() - after.len();
                return Err(format!(
                    "parse error on line 1, column {column}: extraneous or missing \" in quoted-field"
                ));
            }
        }
    }
    let column = line.len() + 1;
    Err(format!(
        "parse error on line 1, column {column}: extraneous or missing \" in quoted-field"
    ))
}

#[cfg(test)]
mod tests {
    use super::fields;

    #[test]
    fn commas_inside_quotes_belong_to_the_field() {
        assert_eq!(fields(r#"a,"b,c",d"#).unwrap(), ["a", "b,c", "d"]);
        assert_eq!(fields(r#""say ""hi""",x"#).unwrap(), [r#"say "hi""#, "x"]);
        assert_eq!(fields("a,").unwrap(), ["a", ""]);
        assert_eq!(fields("").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn a_stray_quote_is_refused_with_its_column() {
        assert_eq!(
            fields(r#"a"b"#).unwrap_err(),
            r#"parse error on line 1, column 2: bare " in non-quoted-field"#
        );
    }
}
