use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::lexer::{Token, scan};
use super::requirement::{Operator, Requirement, check_key};
use crate::field::{ErrorList, FieldPath};
use crate::{Packed, Tree};

/// A selector of objects by their labels: all requirements must be met.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LabelSelector {
    requirements: Vec<Requirement>,
    nothing: bool,
}

/// Why a text is no label selector, in the words of the API server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(String);

impl LabelSelector {
    /// The selector of every object.
    #[must_use]
    pub fn everything() -> Self {
        LabelSelector::default()
    }

    /// The selector of no object.
    #[must_use]
    pub fn nothing() -> Self {
        LabelSelector {
            requirements: Vec::new(),
            nothing: true,
        }
    }

    /// The selector of objects that meet all requirements.
    #[must_use]
    pub fn all_of(mut requirements: Vec<Requirement>) -> Self {
        requirements.sort_by(|a, b| a.key().cmp(b.key()));
        LabelSelector {
            requirements,
            nothing: false,
        }
    }

    /// Whether it selects every object.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        !self.nothing && self.requirements.is_empty()
    }

    /// The requirements, sorted by key.
    #[must_use]
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// Whether it selects an object with these labels; `Null` stands for none.
    #[must_use]
    pub fn matches(&self, labels: &(impl Tree + ?Sized)) -> bool {
        let value = |key: &str| labels.field(key).and_then(Tree::text);
        !self.nothing
            && self
                .requirements
                .iter()
                .all(|requirement| requirement.matches(value(requirement.key())))
    }

    /// Whether it selects the object by its `metadata.labels`.
    #[must_use]
    pub fn matches_object(&self, object: &(impl Tree + ?Sized)) -> bool {
        let metadata = object.field("metadata");
        match metadata.and_then(|metadata| metadata.field("labels")) {
            Some(labels) => self.matches(labels),
            None => self.matches(Packed::null()),
        }
    }
}

impl fmt::Display for LabelSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, requirement) in self.requirements.iter().enumerate() {
            if position > 0 {
                f.write_str(",")?;
            }
            write!(f, "{requirement}")?;
        }
        Ok(())
    }
}

impl FromStr for LabelSelector {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Parser {
            tokens: scan(text),
            position: 0,
        }
        .parse()
        .map(LabelSelector::all_of)
    }
}

struct Parser {
    tokens: Vec<(Token, String)>,
    position: usize,
}

impl Parser {
    fn parse(&mut self) -> Result<Vec<Requirement>, ParseError> {
        let mut requirements = Vec::new();
        loop {
            match self.lookahead() {
                (Token::Identifier | Token::DoesNotExist, _) => {}
                (Token::End, _) => return Ok(requirements),
                (_, text) => return Err(found(&text, "!, identifier, or 'end of string'")),
            }
            let requirement = self.requirement();
            requirements.push(requirement.map_err(|ParseError(error)| {
                ParseError(format!("unable to parse requirement: {error}"))
            })?);
            match self.consume() {
                (Token::End, _) => return Ok(requirements),
                (Token::Comma, _) => {
                    let (token, text) = self.lookahead();
                    if !matches!(token, Token::Identifier | Token::DoesNotExist) {
                        return Err(found(&text, "identifier after ','"));
                    }
                }
                (_, text) => return Err(found(&text, "',' or 'end of string'")),
            }
        }
    }

    fn requirement(&mut self) -> Result<Requirement, ParseError> {
        let negated = self.lookahead().0 == Token::DoesNotExist;
        if negated {
            self.position += 1;
        }
        let key = match self.consume() {
            (Token::Identifier, key) => key,
            (_, text) => return Err(found(&text, "identifier")),
        };
        let root = FieldPath::root();
        if let Some(error) = check_key(&key, &root) {
            return Err(ParseError(error.to_string()));
        }
        let ends = matches!(self.lookahead().0, Token::End | Token::Comma);
        let (operator, values) = match (negated, ends) {
            (true, _) => (Operator::DoesNotExist, BTreeSet::new()),
            (false, true) => (Operator::Exists, BTreeSet::new()),
            (false, false) => self.comparison()?,
        };
        Requirement::new(&key, operator, values, &root)
            .map_err(|errors: ErrorList| ParseError(errors.to_string()))
    }

    fn comparison(&mut self) -> Result<(Operator, BTreeSet<String>), ParseError> {
        let (token, text) = self.next_raw();
        let operator = match token {
            Token::In => return Ok((Operator::In, self.values()?)),
            Token::NotIn => return Ok((Operator::NotIn, self.values()?)),
            Token::Equals => Operator::Equals,
            Token::DoubleEquals => Operator::DoubleEquals,
            Token::NotEquals => Operator::NotEquals,
            Token::GreaterThan => Operator::GreaterThan,
            Token::LessThan => Operator::LessThan,
            Token::Error
            | Token::End
            | Token::ClosedPar
            | Token::Comma
            | Token::DoesNotExist
            | Token::Identifier
            | Token::OpenPar => return Err(found(&text, "in, notin, =, ==, !=, gt, lt")),
        };
        Ok((operator, BTreeSet::from([self.exact_value()?])))
    }

    fn exact_value(&mut self) -> Result<String, ParseError> {
        if matches!(self.lookahead().0, Token::End | Token::Comma) {
            return Ok(String::new());
        }
        match self.consume() {
            (Token::Identifier, value) => Ok(value),
            (_, text) => Err(found(&text, "identifier")),
        }
    }

    fn values(&mut self) -> Result<BTreeSet<String>, ParseError> {
        let (token, text) = self.consume();
        if token != Token::OpenPar {
            return Err(ParseError(format!("found '{text}' expected: '('")));
        }
        match self.lookahead() {
            (Token::Identifier | Token::Comma, text) => {
                let values = self.identifiers()?;
                match self.consume().0 {
                    Token::ClosedPar => Ok(values),
                    _ => Err(found(&text, "')'")),
                }
            }
            (Token::ClosedPar, _) => {
                self.position += 1;
                Ok(BTreeSet::from([String::new()]))
            }
            (_, text) => Err(found(&text, "',', ')' or identifier")),
        }
    }

    /// The values up to the closing parenthesis; nothing between two commas is the empty value.
    fn identifiers(&mut self) -> Result<BTreeSet<String>, ParseError> {
        let mut values = BTreeSet::new();
        loop {
            match self.consume() {
                (Token::Identifier, value) => {
                    values.insert(value);
                    match self.lookahead() {
                        (Token::Comma, _) => {}
                        (Token::ClosedPar, _) => return Ok(values),
                        (_, text) => return Err(found(&text, "',' or ')'")),
                    }
                }
                (Token::Comma, _) => {
                    if values.is_empty() {
                        values.insert(String::new());
                    }
                    match self.lookahead().0 {
                        Token::ClosedPar => {
                            values.insert(String::new());
                            return Ok(values);
                        }
                        Token::Comma => {
                            self.position += 1;
                            values.insert(String::new());
                        }
                        _ => {}
                    }
                }
                (_, text) => return Err(found(&text, "',', or identifier")),
            }
        }
    }

    /// The next token where a name or value may stand: `in` and `notin` are names there.
    fn lookahead(&self) -> (Token, String) {
        let end = (Token::End, String::new());
        let (token, text) = self.tokens.get(self.position).cloned().unwrap_or(end);
        let token = if matches!(token, Token::In | Token::NotIn) {
            Token::Identifier
        } else {
            token
        };
        (token, text)
    }

    fn consume(&mut self) -> (Token, String) {
        let next = self.lookahead();
        self.position += 1;
        next
    }

    fn next_raw(&mut self) -> (Token, String) {
        let end = (Token::End, String::new());
        let next = self.tokens.get(self.position).cloned().unwrap_or(end);
        self.position += 1;
        next
    }
}

fn found(text: &str, expected: &str) -> ParseError {
    ParseError(format!("found '{text}', expected: {expected}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> String {
        text.parse::<LabelSelector>()
            .map_or_else(|error| error.to_string(), |s| s.to_string())
    }

    #[test]
    fn selectors_print_sorted() {
        assert_eq!(parsed("b in (y,x),a=1, !c"), "a=1,b in (x,y),!c");
        assert_eq!(parsed("a==1,b!=2,d>3"), "a==1,b!=2,d>3");
        assert_eq!(parsed("in in (in)"), "in in (in)");
        assert_eq!(parsed("a in ()"), "a in ()");
        assert_eq!(parsed("a in (,x)"), "a in (,x)");
        assert_eq!(parsed(""), "");
    }

    #[test]
    fn refusals() {
        assert_eq!(
            parsed("a===b"),
            "unable to parse requirement: found '=', expected: identifier"
        );
        assert_eq!(parsed("a,"), "found '', expected: identifier after ','");
        assert_eq!(
            parsed(",a"),
            "found ',', expected: !, identifier, or 'end of string'"
        );
        assert_eq!(
            parsed("a b"),
            "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"
        );
        assert_eq!(
            parsed("a in x"),
            "unable to parse requirement: found 'x' expected: '('"
        );
        assert_eq!(
            parsed("a>x"),
            "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"
        );
    }

    #[test]
    fn matching() {
        let labels = json!({"app": "web", "tier": "3"});
        let matches = |text: &str| text.parse::<LabelSelector>().unwrap().matches(&labels);
        assert!(matches("app=web,tier>2,!gone,tier notin (4)"));
        assert!(matches("gone!=x"));
        assert!(!matches("app in (a,b)"));
        assert!(!matches("gone in (x)"));
        assert!(!LabelSelector::nothing().matches(&labels));
        assert!(LabelSelector::everything().matches(Packed::null()));
    }
}
