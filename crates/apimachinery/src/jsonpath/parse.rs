use super::node::{Node, Slice};

/// Why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// `{` without `}`.
    #[error("unclosed action")]
    UnclosedAction,
    /// `[` without `]`.
    #[error("unterminated array")]
    UnterminatedArray,
    /// `[?(` without `)`.
    #[error("unterminated filter")]
    UnterminatedFilter,
    /// `[?(…)` without `]`.
    #[error("unclosed array expect ]")]
    UnclosedFilter,
    /// A quote without its partner.
    #[error("unterminated quoted string")]
    UnterminatedQuote,
    /// A quoted text with a bad escape.
    #[error("unquote string {0} error invalid syntax")]
    Unquote(String),
    /// A character that starts nothing.
    #[error("unrecognized character in action: {0}")]
    Character(String),
    /// `....`
    #[error("invalid multiple recursive descent")]
    MultipleRecursive,
    /// Something in brackets that is no index.
    #[error("invalid array index {0}")]
    ArrayIndex(String),
    /// An index that is too large.
    #[error("array index {0} is not a number")]
    IndexNumber(String),
    /// Digits that are no number.
    #[error("cannot parse number {0}")]
    Number(String),
}

/// The parts of a template: texts and actions.
pub(super) fn template(input: &str) -> Result<Vec<Node>, ParseError> {
    let mut parser = Parser { rest: input };
    let mut nodes = Vec::new();
    loop {
        let length = parser.rest.find('{').unwrap_or(parser.rest.len());
        if length > 0 {
            nodes.push(Node::Text(parser.take(length).to_owned()));
        }
        if parser.rest.is_empty() {
            return Ok(nodes);
        }
        parser.take(1);
        nodes.push(Node::List(parser.action()?));
    }
}

/// The steps of an expression that stands without braces.
fn expression(input: &str) -> Result<Vec<Node>, ParseError> {
    let with_end = format!("{input}}}");
    Parser { rest: &with_end }.action()
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// The steps up to the closing brace.
    fn action(&mut self) -> Result<Vec<Node>, ParseError> {
        let mut steps = Vec::new();
        loop {
            if self.rest.starts_with("[?(") {
                steps.push(self.filter()?);
                continue;
            }
            if self.rest.starts_with("..") {
                if steps.last() == Some(&Node::Recursive) {
                    return Err(ParseError::MultipleRecursive);
                }
                self.take(2);
                steps.push(Node::Recursive);
                if self.rest.starts_with(is_alphanumeric) {
                    steps.push(self.field());
                }
                continue;
            }
            match self.rest.chars().next() {
                None | Some('\n' | '\r') => return Err(ParseError::UnclosedAction),
                Some('}') => {
                    self.take(1);
                    return Ok(steps);
                }
                Some(' ' | '@' | '$') => {
                    self.take(1);
                }
                Some('[') => self.array(&mut steps)?,
                Some(quote @ ('"' | '\'')) => steps.push(self.quoted(quote)?),
                Some('.') => {
                    self.take(1);
                    steps.push(self.field());
                }
                Some(c) if c == '+' || c == '-' || c.is_numeric() => steps.push(self.number()?),
                Some(c) if is_alphanumeric(c) => steps.push(self.word()),
                Some(c) => {
                    let code = u32::from(c);
                    return Err(ParseError::Character(format!("U+{code:04X} '{c}'")));
                }
            }
        }
    }

    fn word(&mut self) -> Node {
        let length = self.rest.find(is_terminator).unwrap_or(self.rest.len());
        match self.take(length) {
            "true" => Node::Bool(true),
            "false" => Node::Bool(false),
            word => Node::Identifier(word.to_owned()),
        }
    }

    /// A name up to the next terminator that no backslash stands before.
    fn field(&mut self) -> Node {
        let mut escaped = false;
        let end = self.rest.find(|c| {
            let ends = !escaped && is_terminator(c);
            escaped = !escaped && c == '\\';
            ends
        });
        match self.take(end.unwrap_or(self.rest.len())) {
            "*" => Node::Wildcard,
            name => Node::Field(name.replace('\\', "")),
        }
    }

    fn number(&mut self) -> Result<Node, ParseError> {
        let sign = usize::from(self.rest.starts_with(['+', '-']));
        let digits = self.rest[sign..].find(|c: char| c != '.' && !c.is_numeric());
        let text = self.take(digits.map_or(self.rest.len(), |length| sign + length));
        if let Ok(int) = text.parse() {
            return Ok(Node::Int(int));
        }
        text.parse()
            .map(Node::Float)
            .map_err(|_| ParseError::Number(text.to_owned()))
    }

    fn quoted(&mut self, quote: char) -> Result<Node, ParseError> {
        let mut previous = quote;
        for (position, c) in self.rest.char_indices().skip(1) {
            if c == '\n' {
                break;
            }
            if c == quote && previous != '\\' {
                let literal = self.take(position + 1);
                let text = unquote(literal, quote);
                return text
                    .map(Node::Text)
                    .ok_or_else(|| ParseError::Unquote(literal.to_owned()));
            }
            previous = c;
        }
        Err(ParseError::UnterminatedQuote)
    }

    fn array(&mut self, steps: &mut Vec<Node>) -> Result<(), ParseError> {
        let end = self
            .rest
            .find([']', '\n'])
            .filter(|end| self.rest[*end..].starts_with(']'));
        let text = self.take(end.ok_or(ParseError::UnterminatedArray)? + 1);
        let text = &text[1..text.len() - 1];
        if text.contains(',') {
            let members = text
                .split(',')
                .map(|member| expression(&format!("[{}]", member.trim_matches(' '))));
            steps.push(Node::Union(members.collect::<Result<_, _>>()?));
            return Ok(());
        }
        let key = text
            .strip_prefix('\'')
            .and_then(|text| text.strip_suffix('\''));
        if let Some(key) = key.filter(|key| !key.contains('\'')) {
            steps.extend(expression(&format!(".{key}"))?);
            return Ok(());
        }
        steps.push(Node::Array(slice(text)?));
        Ok(())
    }

    fn filter(&mut self) -> Result<Node, ParseError> {
        self.take(3);
        let end = self.filter_end().ok_or(ParseError::UnterminatedFilter)?;
        let text = self.take(end);
        self.take(1);
        if !self.rest.starts_with(']') {
            return Err(ParseError::UnclosedFilter);
        }
        self.take(1);
        let Some((left, operator, right)) = comparison(text) else {
            return Ok(Node::Filter {
                left: expression(text)?,
                right: Vec::new(),
                operator: "exists".to_owned(),
            });
        };
        Ok(Node::Filter {
            left: expression(left)?,
            right: expression(right)?,
            operator: operator.to_owned(),
        })
    }

    /// The position of the parenthesis that ends a filter: not one within its quoted text.
    fn filter_end(&self) -> Option<usize> {
        let mut quote = None;
        let mut closed = false;
        let mut previous = ' ';
        for (position, c) in self.rest.char_indices() {
            match c {
                '\n' => return None,
                '"' | '\'' if quote.is_none() => quote = Some(c),
                '"' | '\'' => closed |= previous != '\\' && quote == Some(c),
                ')' if quote.is_some() == closed => return Some(position),
                _ => {}
            }
            previous = c;
        }
        None
    }
}

/// The two sides of a comparison; none without an operator between two texts.
fn comparison(text: &str) -> Option<(&str, &str, &str)> {
    let is_operator = |c: char| matches!(c, '!' | '<' | '>' | '=');
    let start = text.find(is_operator).filter(|start| *start > 0)?;
    let rest = &text[start..];
    let length = rest.find(|c| !is_operator(c)).unwrap_or(rest.len());
    // The right side must not be empty, at the expense of the operator.
    let length = if length == rest.len() {
        length.checked_sub(1).filter(|length| *length > 0)?
    } else {
        length
    };
    Some((&text[..start], &rest[..length], &rest[length..]))
}

/// `*`, `index`, or `start:end:step` with any of them left out.
fn slice(text: &str) -> Result<Slice, ParseError> {
    let text = if text == "*" { ":" } else { text };
    let parts: Vec<&str> = text.split(':').collect();
    let is_number = |part: &&str| {
        part.strip_prefix('-')
            .unwrap_or(part)
            .bytes()
            .all(|byte| byte.is_ascii_digit())
    };
    if parts.len() > 3 || !parts.iter().all(is_number) {
        return Err(ParseError::ArrayIndex(text.to_owned()));
    }
    let number = |index: usize| match parts.get(index) {
        None | Some(&"") => Ok(None),
        Some(part) => part
            .parse()
            .map(Some)
            .map_err(|_| ParseError::IndexNumber((*part).to_owned())),
    };
    let (start, end, step) = (number(0)?, number(1)?, number(2)?);
    if parts.len() == 1 {
        let end = Some(start.unwrap_or(0) + 1);
        return Ok(Slice {
            start,
            end,
            single: true,
            step,
        });
    }
    Ok(Slice {
        start,
        end,
        single: false,
        step,
    })
}

/// A quoted text without quotes and escapes; single quotes may hold many characters.
fn unquote(literal: &str, quote: char) -> Option<String> {
    let mut text = &literal[1..literal.len() - 1];
    let mut out = Vec::new();
    while !text.is_empty() {
        text = gostd::strconv::unquote_char(text, quote, &mut out)?;
    }
    String::from_utf8(out).ok()
}

fn is_terminator(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\n' | '\r' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}'
    )
}

fn is_alphanumeric(c: char) -> bool {
    c == '_' || c.is_alphabetic() || c.is_numeric()
}
