//! Replacing `$(NAME)`.

use std::collections::{BTreeMap, BTreeSet};

use goyaml::{Data, Dialect, Node, Scalar, Style, Tag};

use super::fieldspec;
use crate::error::{Error, ErrorKind, Result};
use crate::gvk::Gvk;
use crate::resource::Resource;
use crate::rnode;

/// The values of variables, and which of them were used.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    values: BTreeMap<String, Node>,
    used: BTreeSet<String>,
}

impl Variables {
    pub(crate) fn new(values: BTreeMap<String, Node>) -> Self {
        Self {
            values,
            used: BTreeSet::new(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The names that stood nowhere.
    pub(crate) fn unused(&self) -> impl Iterator<Item = &str> {
        self.values
            .keys()
            .filter(|name| !self.used.contains(*name))
            .map(String::as_str)
    }

    /// Replaces variables in the field, in the values of a map there, or in the elements of a list.
    pub(crate) fn apply(
        &mut self,
        resource: &mut Resource,
        gvk: &Gvk,
        field: &fieldspec::Filter,
    ) -> Result<()> {
        field.apply(resource, gvk, &mut |node| self.set(node))
    }

    fn set(&mut self, node: &mut Node) -> Result<()> {
        if rnode::is_null(node) {
            return Ok(());
        }
        match &mut node.data {
            Data::Scalar(_) => self.set_scalar(node),
            Data::Mapping(pairs) => {
                for (key, value) in pairs {
                    if !rnode::is_string(key) {
                        let text = format!(
                            "invalid map key: value='{}', tag='{}'",
                            rnode::value(key),
                            key.tag.short()
                        );
                        return Err(Error::new(ErrorKind::Reference, text));
                    }
                    self.set_scalar(value)?;
                }
                Ok(())
            }
            Data::Sequence(items) => items.iter_mut().try_for_each(|item| {
                if !rnode::is_string(item) {
                    return Err(Error::new(
                        ErrorKind::Reference,
                        "invalid value type expect a string",
                    ));
                }
                self.set_scalar(item)
            }),
            Data::Alias(_) => Ok(()),
        }
    }

    fn set_scalar(&mut self, node: &mut Node) -> Result<()> {
        if rnode::is_string(node) {
            let expanded = self.expand(node.as_str().unwrap_or_default())?;
            node.data = expanded.data;
            node.tag = expanded.tag;
            node.style = Style::Plain;
        }
        Ok(())
    }

    /// Expands a text. One that is nothing but a variable takes over its type.
    fn expand(&mut self, text: &str) -> Result<Node> {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(dollar) = rest.find('$') {
            out.push_str(&rest[..dollar]);
            let after = &rest[dollar + 1..];
            if let Some(escaped) = after.strip_prefix('$') {
                out.push('$');
                rest = escaped;
            } else if let Some((name, behind)) = after
                .strip_prefix('(')
                .and_then(|after| after.split_once(')'))
            {
                match self.value(name) {
                    Some(value)
                        if out.is_empty()
                            && behind.is_empty()
                            && dollar == 0
                            && rest.len() == text.len() =>
                    {
                        return typed(value);
                    }
                    Some(value) => out.push_str(value.as_str().unwrap_or_default()),
                    None => out.push_str(&format!("$({name})")),
                }
                rest = behind;
            } else {
                out.push('$');
                rest = after;
            }
        }
        out.push_str(rest);
        Ok(Node::string(out))
    }

    fn value(&mut self, name: &str) -> Option<&Node> {
        let value = self.values.get(name)?;
        self.used.insert(name.to_owned());
        Some(value)
    }
}

/// The value of a variable, as an integer, boolean, number or text.
fn typed(value: &Node) -> Result<Node> {
    match value.resolve(Dialect::V3) {
        Some(Scalar::Int(number)) => Ok(Node::int(number)),
        Some(Scalar::Bool(flag)) => Ok(Node::bool(flag)),
        Some(Scalar::Float(number)) => {
            let text = gostd::strconv::format_float(number, 'f', -1);
            Ok(Node {
                tag: Tag::Float,
                ..Node::scalar(text)
            })
        }
        Some(Scalar::Str(text)) => Ok(Node::string(text)),
        _ => Err(Error::new(
            ErrorKind::Reference,
            "a variable can only hold a text, number or boolean",
        )),
    }
}

#[cfg(test)]
mod tests {
    use goyaml::Node;

    use super::Variables;

    #[test]
    fn expands() {
        let values = [("N", Node::string("v")), ("I", Node::int(80))];
        let mut variables = Variables::new(
            values
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        );
        for (text, expected) in [
            ("a$(N)b", "avb"),
            ("$$(N)", "$(N)"),
            ("$(X)", "$(X)"),
            ("$(N", "$(N"),
            ("$", "$"),
            ("$(I)/$(N)", "80/v"),
        ] {
            assert_eq!(
                variables.expand(text).expect("a text").as_str(),
                Some(expected),
                "{text}"
            );
        }
        assert_eq!(
            variables.expand("$(I)").expect("a number").tag,
            goyaml::Tag::Int
        );
        assert_eq!(variables.unused().count(), 0);
    }
}
