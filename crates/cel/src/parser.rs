//! Tokens to a tree.

use std::sync::Arc;

use crate::ast::{Element, Entry, Expr, Node};
use crate::lexer::{Spanned, Token, tokens};
use crate::macros;
use crate::value::Value;

const MAX_DEPTH: usize = 100;
const MAX_LENGTH: usize = 100_000;
const START: &str = "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

/// A fault with its place in characters.
pub(crate) type Issue = (usize, String);

/// Reads a source as one expression.
///
/// # Errors
/// The first fault of syntax.
pub(crate) fn parse(source: &str) -> Result<Expr, Issue> {
    if source.len() > MAX_LENGTH {
        let text = format!(
            "Syntax error: expression code point size exceeds limit: size: {}, limit {MAX_LENGTH}",
            source.len()
        );
        return Err((0, text));
    }
    let mut parser = Parser {
        tokens: tokens(source)?,
        at: 0,
        depth: 0,
    };
    let expr = parser.expression()?;
    if parser.current().token != Token::End {
        return Err(parser.unexpected("<EOF>"));
    }
    Ok(expr)
}

struct Parser {
    tokens: Vec<Spanned>,
    at: usize,
    depth: usize,
}

/// The binary operators below `&&`, with how tightly they bind.
fn binary(word: &str) -> Option<(u8, &'static str)> {
    Some(match word {
        "==" => (1, "_==_"),
        "!=" => (1, "_!=_"),
        "<" => (1, "_<_"),
        "<=" => (1, "_<=_"),
        ">" => (1, "_>_"),
        ">=" => (1, "_>=_"),
        "in" => (1, "@in"),
        "+" => (2, "_+_"),
        "-" => (2, "_-_"),
        "*" => (3, "_*_"),
        "/" => (3, "_/_"),
        "%" => (3, "_%_"),
        _ => return None,
    })
}

impl Parser {
    fn current(&self) -> &Spanned {
        &self.tokens[self.at]
    }

    fn is(&self, word: &str) -> bool {
        matches!(&self.current().token, Token::Word(found) if *found == word)
    }

    /// The place of the word if it comes next, which is then passed.
    fn eat(&mut self, word: &str) -> Option<usize> {
        let position = self.current().position;
        self.is(word).then(|| {
            self.at += 1;
            position
        })
    }

    fn expect(&mut self, word: &str) -> Result<usize, Issue> {
        self.eat(word)
            .ok_or_else(|| self.unexpected(&format!("'{word}'")))
    }

    fn unexpected(&self, expected: &str) -> Issue {
        let found = self.current();
        let text = format!(
            "Syntax error: mismatched input '{}' expecting {expected}",
            found.text
        );
        (found.position, text)
    }

    fn deep_enough(&self, expr: Expr) -> Result<Expr, Issue> {
        if self.depth > MAX_DEPTH || expr.depth > MAX_DEPTH {
            let text = format!("Syntax error: expression recursion limit exceeded: {MAX_DEPTH}");
            return Err((expr.position, text));
        }
        Ok(expr)
    }

    /// `a ? b : c`, or what binds tighter.
    fn expression(&mut self) -> Result<Expr, Issue> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let text = format!("Syntax error: expression recursion limit exceeded: {MAX_DEPTH}");
            return Err((self.current().position, text));
        }
        let condition = self.logical("||", "_||_")?;
        let expr = if let Some(position) = self.eat("?") {
            let yes = self.logical("||", "_||_")?;
            self.expect(":")?;
            let no = self.expression()?;
            Expr::call(position, "_?_:_", vec![condition, yes, no])
        } else {
            condition
        };
        self.depth -= 1;
        self.deep_enough(expr)
    }

    /// A chain of `||` or of `&&`, as a balanced tree.
    fn logical(&mut self, word: &'static str, function: &str) -> Result<Expr, Issue> {
        let next = |parser: &mut Self| match word {
            "||" => parser.logical("&&", "_&&_"),
            _ => parser.operation(1),
        };
        let mut operands = vec![next(self)?];
        let mut positions = Vec::new();
        while let Some(position) = self.eat(word) {
            positions.push(position);
            operands.push(next(self)?);
        }
        self.deep_enough(balanced(function, operands, &positions))
    }

    fn operation(&mut self, at_least: u8) -> Result<Expr, Issue> {
        let mut left = self.unary()?;
        while let Token::Word(word) = self.current().token {
            let Some((precedence, function)) = binary(word).filter(|(found, _)| *found >= at_least)
            else {
                break;
            };
            let position = self.current().position;
            self.at += 1;
            let right = self.operation(precedence + 1)?;
            left = self.deep_enough(Expr::call(position, function, vec![left, right]))?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, Issue> {
        let position = self.current().position;
        for (word, function) in [("!", "!_"), ("-", "-_")] {
            let mut count = 0;
            while self.is(word) && !(word == "-" && self.is_negative_number()) {
                self.at += 1;
                count += 1;
            }
            if count > 0 {
                let operand = self.member()?;
                // Two of a kind cancel out.
                return Ok(match count % 2 {
                    0 => operand,
                    _ => Expr::call(position, function, vec![operand]),
                });
            }
        }
        self.member()
    }

    fn is_negative_number(&self) -> bool {
        let next = self.tokens.get(self.at + 1).map(|next| &next.token);
        self.is("-") && matches!(next, Some(Token::Int(_) | Token::Float(_)))
    }

    fn member(&mut self) -> Result<Expr, Issue> {
        let mut operand = self.primary()?;
        loop {
            if let Some(position) = self.eat(".") {
                operand = self.selection(operand, position)?;
            } else if let Some(position) = self.eat("[") {
                let function = if self.eat("?").is_some() {
                    "_[?_]"
                } else {
                    "_[_]"
                };
                let index = self.expression()?;
                self.expect("]")?;
                operand = Expr::call(position, function, vec![operand, index]);
            } else {
                return Ok(operand);
            }
            operand = self.deep_enough(operand)?;
        }
    }

    /// What follows the dot after an operand.
    fn selection(&mut self, operand: Expr, position: usize) -> Result<Expr, Issue> {
        let optional = self.eat("?").is_some();
        let (name, is_quoted) = match self.current().token.clone() {
            Token::Ident(name) => (name, false),
            Token::Quoted(name) => (name, true),
            _ => {
                let found = self.current();
                let text = format!(
                    "Syntax error: no viable alternative at input '.{}'",
                    found.text
                );
                return Err((found.position, text));
            }
        };
        self.at += 1;
        let open = self.current().position;
        if optional || is_quoted || self.eat("(").is_none() {
            let node = Node::Select {
                operand: Box::new(operand),
                field: name,
                optional,
            };
            return Ok(Expr::new(position, node));
        }
        let args = self.arguments(")")?;
        macros::method(open, name, operand, args)
    }

    fn arguments(&mut self, close: &str) -> Result<Vec<Expr>, Issue> {
        let mut args = Vec::new();
        if self.eat(close).is_some() {
            return Ok(args);
        }
        loop {
            args.push(self.expression()?);
            if self.eat(",").is_none() {
                self.expect(close)?;
                return Ok(args);
            }
        }
    }

    fn primary(&mut self) -> Result<Expr, Issue> {
        let Spanned {
            token, position, ..
        } = self.current().clone();
        let literal = |value: Value| Expr::new(position, Node::Literal(value));
        self.at += 1;
        Ok(match token {
            Token::Word("true") => literal(Value::Bool(true)),
            Token::Word("false") => literal(Value::Bool(false)),
            Token::Word("null") => literal(Value::Null),
            Token::Word("-") => {
                let (Token::Int(digits) | Token::Float(digits)) = self.current().token.clone()
                else {
                    return Err(self.unexpected(START));
                };
                let is_int = matches!(self.current().token, Token::Int(_));
                self.at += 1;
                literal(number(&format!("-{digits}"), is_int, position)?)
            }
            Token::Int(digits) => literal(number(&digits, true, position)?),
            Token::Float(digits) => literal(number(&digits, false, position)?),
            Token::Uint(digits) => {
                let parsed = match digits.strip_prefix("0x") {
                    Some(hex) => u64::from_str_radix(hex, 16),
                    None => digits.parse(),
                };
                literal(Value::Uint(parsed.map_err(|_| {
                    (position, "Syntax error: invalid uint literal".to_owned())
                })?))
            }
            Token::String(text) => literal(Value::string(text)),
            Token::Bytes(bytes) => literal(Value::Bytes(Arc::from(bytes))),
            Token::Word("(") => {
                let inner = self.expression()?;
                self.expect(")")?;
                inner
            }
            Token::Word("[") => self.list(position)?,
            Token::Word("{") => self.map(position)?,
            Token::Word(".") => self.name(position)?,
            Token::Ident(name) => self.named(name, position)?,
            Token::Quoted(_) | Token::Word(_) | Token::End => {
                self.at -= 1;
                return Err(self.unexpected(START));
            }
        })
    }

    /// A name after a leading dot.
    fn name(&mut self, position: usize) -> Result<Expr, Issue> {
        let Token::Ident(name) = self.current().token.clone() else {
            return Err(self.unexpected("IDENTIFIER"));
        };
        self.at += 1;
        self.named(name, position)
    }

    fn named(&mut self, name: String, position: usize) -> Result<Expr, Issue> {
        let open = self.current().position;
        if self.eat("(").is_none() {
            return Ok(Expr::new(position, Node::Ident(name)));
        }
        let args = self.arguments(")")?;
        macros::function(open, &name, args)
    }

    fn list(&mut self, position: usize) -> Result<Expr, Issue> {
        let mut elements = Vec::new();
        while !self.is("]") {
            let optional = self.eat("?").is_some();
            let value = self.expression()?;
            elements.push(Element { value, optional });
            if self.eat(",").is_none() {
                break;
            }
        }
        self.expect("]")?;
        Ok(Expr::new(position, Node::List(elements)))
    }

    fn map(&mut self, position: usize) -> Result<Expr, Issue> {
        let mut entries = Vec::new();
        while !self.is("}") {
            let optional = self.eat("?").is_some();
            let key = self.expression()?;
            self.expect(":")?;
            let value = self.expression()?;
            entries.push(Entry {
                key,
                value,
                optional,
            });
            if self.eat(",").is_none() {
                break;
            }
        }
        self.expect("}")?;
        Ok(Expr::new(position, Node::Map(entries)))
    }
}

fn number(digits: &str, is_int: bool, position: usize) -> Result<Value, Issue> {
    if !is_int {
        return digits
            .parse()
            .map(Value::Double)
            .map_err(|_| (position, "Syntax error: invalid double literal".to_owned()));
    }
    let (sign, plain) = digits
        .strip_prefix('-')
        .map_or(("", digits), |rest| ("-", rest));
    let parsed = match plain.strip_prefix("0x") {
        Some(hex) => i64::from_str_radix(&format!("{sign}{hex}"), 16),
        None => digits.parse(),
    };
    parsed
        .map(Value::Int)
        .map_err(|_| (position, "Syntax error: invalid int literal".to_owned()))
}

/// A tree whose depth is the logarithm of the number of operands.
fn balanced(function: &str, mut operands: Vec<Expr>, positions: &[usize]) -> Expr {
    if operands.len() == 1 {
        return operands.remove(0);
    }
    let middle = operands.len() / 2;
    let right = operands.split_off(middle);
    let left = balanced(function, operands, &positions[..middle - 1]);
    let right = balanced(function, right, &positions[middle..]);
    Expr::call(positions[middle - 1], function, vec![left, right])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_syntax_are_told_where_they_are() {
        let start = format!("expecting {START}");
        for (source, position, text) in [
            ("self >", 6, format!("mismatched input '<EOF>' {start}")),
            (
                "object.spec.(",
                12,
                "no viable alternative at input '.('".to_owned(),
            ),
            ("a # b", 2, "token recognition error at: '#'".to_owned()),
            ("(a", 2, "mismatched input '<EOF>' expecting ')'".to_owned()),
        ] {
            let expected = (position, format!("Syntax error: {text}"));
            assert_eq!(parse(source).unwrap_err(), expected, "{source}");
        }
    }

    #[test]
    fn nothing_nests_without_end() {
        for source in [
            "(".repeat(50_000),
            "a.".repeat(40_000) + "a",
            "1+".repeat(40_000) + "1",
            "!".repeat(50_000) + "[",
        ] {
            assert!(parse(&source).is_err());
        }
        let chain = vec!["a"; 2_000].join(" && ");
        assert!(parse(&chain).unwrap().depth < 20);
    }
}
