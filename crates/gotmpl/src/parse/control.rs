//! Actions: the words that control, and pipelines that print.

use super::{Element, End, Parser, Result};
use crate::lex::{Item, ItemKind};
use crate::node::{Branch, Node, TemplateCall};
use crate::value::Str;

impl Parser<'_> {
    /// The rest of an action whose left delimiter has been read.
    pub(super) fn action(&mut self) -> Result<Element> {
        let item = self.next_non_space();
        let node = match item.kind {
            ItemKind::Block => self.block()?,
            ItemKind::Break => self.loop_control("{{break}}", Node::Break)?,
            ItemKind::Continue => self.loop_control("{{continue}}", Node::Continue)?,
            ItemKind::Else => return self.otherwise(),
            ItemKind::End => {
                self.expect(ItemKind::RightDelim, "end")?;
                return Ok(Element::End(End::End));
            }
            ItemKind::If => Node::If(self.branch("if")?.into()),
            ItemKind::Range => Node::Range(self.branch("range")?.into()),
            ItemKind::Template => self.template()?,
            ItemKind::With => Node::With(self.branch("with")?.into()),
            _ => {
                let at = self.at(item.start);
                self.back(item);
                let pipe = self.pipeline("command", ItemKind::RightDelim)?;
                Node::Action(at, pipe)
            }
        };
        Ok(Element::Node(node))
    }

    fn loop_control(&mut self, text: &str, node: Node) -> Result<Node> {
        let item = self.next_non_space();
        if item.kind != ItemKind::RightDelim {
            return Err(self.unexpected(&item, text));
        }
        if self.range_depth == 0 {
            return Err(self.error(format!("{text} outside {{{{range}}}}")));
        }
        Ok(node)
    }

    /// `{{else}}`; of `{{else if …` and `{{else with …` the second word is left for the branch.
    fn otherwise(&mut self) -> Result<Element> {
        let next = self.peek_non_space();
        if !matches!(next.kind, ItemKind::If | ItemKind::With) {
            self.expect(ItemKind::RightDelim, "else")?;
        }
        Ok(Element::End(End::Else))
    }

    /// The rest of `if`, `with` or `range`, up to its end.
    fn branch(&mut self, context: &str) -> Result<Branch> {
        let mark = self.variables.mark();
        let pipe = self.pipeline(context, ItemKind::RightDelim)?;
        let at = self.at(pipe.at.pos as usize);
        let ranges = usize::from(context == "range");
        self.range_depth += ranges;
        let (body, end) = self.body()?;
        self.range_depth -= ranges;
        let otherwise = match end {
            End::End => None,
            End::Else => Some(self.otherwise_body(context)?),
        };
        self.variables.pop(mark);
        Ok(Branch {
            at,
            pipe,
            body,
            otherwise,
        })
    }

    fn otherwise_body(&mut self, context: &str) -> Result<Box<[Node]>> {
        let next = self.peek();
        match next.kind {
            // One end closes a whole chain of these.
            ItemKind::If if context == "if" => {
                self.next();
                let branch = self.nested(|parser| parser.branch("if"))?;
                Ok(Box::new([Node::If(branch.into())]))
            }
            ItemKind::With if context == "with" => {
                self.next();
                let branch = self.nested(|parser| parser.branch("with"))?;
                Ok(Box::new([Node::With(branch.into())]))
            }
            _ => match self.body()? {
                (nodes, End::End) => Ok(nodes),
                (_, End::Else) => Err(self.error("expected end; found {{else}}")),
            },
        }
    }

    fn block(&mut self) -> Result<Node> {
        const CONTEXT: &str = "block clause";
        let item = self.next_non_space();
        let name = self.template_name(&item, CONTEXT)?;
        let pipe = self.pipeline(CONTEXT, ItemKind::RightDelim)?;
        self.template_body(name.clone(), CONTEXT)?;
        let at = self.at(item.start);
        let pipe = Some(pipe);
        Ok(Node::Template(TemplateCall { at, name, pipe }.into()))
    }

    fn template(&mut self) -> Result<Node> {
        const CONTEXT: &str = "template clause";
        let item = self.next_non_space();
        let name = self.template_name(&item, CONTEXT)?;
        let next = self.next_non_space();
        let pipe = if next.kind == ItemKind::RightDelim {
            None
        } else {
            self.back(next);
            Some(self.pipeline(CONTEXT, ItemKind::RightDelim)?)
        };
        let at = self.at(item.start);
        Ok(Node::Template(TemplateCall { at, name, pipe }.into()))
    }

    fn template_name(&mut self, item: &Item, context: &str) -> Result<Str> {
        match item.kind {
            ItemKind::String | ItemKind::RawString => self.unquote(item),
            _ => Err(self.unexpected(item, context)),
        }
    }
}
