/// A token of a label selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Error,
    End,
    ClosedPar,
    Comma,
    DoesNotExist,
    DoubleEquals,
    Equals,
    GreaterThan,
    Identifier,
    In,
    LessThan,
    NotEquals,
    NotIn,
    OpenPar,
}

/// The tokens of a selector with their texts, the end included.
pub(super) fn scan(selector: &str) -> Vec<(Token, String)> {
    let mut tokens = Vec::new();
    let mut rest = selector;
    loop {
        rest = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let Some(first) = rest.chars().next() else {
            tokens.push((Token::End, String::new()));
            return tokens;
        };
        let (token, length) = if is_symbol(first) {
            symbol(rest)
        } else {
            word(rest)
        };
        let text = match token {
            Token::Error => format!("error expected: keyword found '{}'", &rest[..length]),
            _ => rest[..length].to_owned(),
        };
        tokens.push((token, text));
        rest = &rest[length..];
    }
}

/// The longest known token of symbols at the start.
fn symbol(text: &str) -> (Token, usize) {
    let mut found = (Token::Error, 0);
    for length in 1..=text.chars().take_while(|c| is_symbol(*c)).count() {
        match keyword(&text[..length]) {
            Some(token) => found = (token, length),
            None if found.0 != Token::Error => break,
            None => found.1 = length,
        }
    }
    found
}

fn word(text: &str) -> (Token, usize) {
    let end = |c: char| is_symbol(c) || matches!(c, ' ' | '\t' | '\r' | '\n');
    let length = text.find(end).unwrap_or(text.len());
    (
        keyword(&text[..length]).unwrap_or(Token::Identifier),
        length,
    )
}

fn is_symbol(c: char) -> bool {
    matches!(c, '=' | '!' | '(' | ')' | ',' | '>' | '<')
}

fn keyword(text: &str) -> Option<Token> {
    Some(match text {
        ")" => Token::ClosedPar,
        "," => Token::Comma,
        "!" => Token::DoesNotExist,
        "==" => Token::DoubleEquals,
        "=" => Token::Equals,
        ">" => Token::GreaterThan,
        "in" => Token::In,
        "<" => Token::LessThan,
        "!=" => Token::NotEquals,
        "notin" => Token::NotIn,
        "(" => Token::OpenPar,
        _ => return None,
    })
}
