//! Values of any kind under a verb: what `printArg` and `printValue` do in Go.

use super::operand::{Formattable, Operand};
use super::printer::Printer;

impl Printer {
    /// Prints an argument of `Printf` and its relatives.
    pub(super) fn print_arg<V: Formattable>(&mut self, arg: &V, verb: char) {
        match arg.operand() {
            Operand::Nil if matches!(verb, 'T' | 'v') => self.pad(b"<nil>"),
            Operand::Nil => self.bad_verb(arg, verb),
            _ if verb == 'T' => {
                let name = arg.go_type();
                self.print_string(name.as_bytes(), 's');
            }
            operand => self.print_operand(arg, operand, verb, 0),
        }
    }

    fn print_element<V: Formattable>(&mut self, element: &V, verb: char, depth: usize) {
        match element.operand() {
            Operand::Nil if self.flags.sharp_v => self.write("interface {}(nil)"),
            Operand::Nil => self.write("<nil>"),
            operand => self.print_operand(element, operand, verb, depth),
        }
    }

    fn print_operand<V: Formattable>(
        &mut self,
        value: &V,
        operand: Operand<'_, V>,
        verb: char,
        depth: usize,
    ) {
        if self.print_by_method(value, verb) {
            return;
        }
        // Only `fmt.Errorf` knows this verb, for values of any shape.
        if verb == 'w' && !self.erroring {
            return self.bad_verb(value, verb);
        }
        let known = match operand {
            Operand::Nil => false,
            Operand::Bool(b) => self.print_bool(b, verb),
            Operand::Int(i) => self.print_int(i, verb),
            Operand::Uint(u) => self.print_uint(u, verb),
            Operand::Float(f) => self.print_float(f, verb),
            Operand::String(text) => self.print_string(&text, verb),
            Operand::Bytes(bytes) => {
                self.print_bytes(value, &bytes, verb);
                true
            }
            Operand::List(elements) => {
                self.print_list(value, &elements, verb, depth);
                true
            }
            Operand::Map(entries) => {
                self.print_map(value, &entries, verb, depth);
                true
            }
            Operand::Struct(fields) => {
                self.print_struct(value, &fields, verb, depth);
                true
            }
            Operand::Pointer(address, target) => {
                self.print_pointer(value, address, &target, verb, depth)
            }
            Operand::Address(address) => self.print_address(value, address, verb),
        };
        if !known {
            self.bad_verb(value, verb);
        }
    }

    /// `Error` and `String` serve the verbs that are valid for strings.
    fn print_by_method<V: Formattable>(&mut self, value: &V, verb: char) -> bool {
        if self.erroring || self.flags.sharp_v || !matches!(verb, 'v' | 's' | 'x' | 'X' | 'q') {
            return false;
        }
        match value.string_method() {
            Some(text) => self.print_string(&text, verb),
            None => false,
        }
    }

    /// `%!verb(type=value)`.
    fn bad_verb<V: Formattable>(&mut self, value: &V, verb: char) {
        let outer = std::mem::replace(&mut self.erroring, true);
        self.write("%!");
        self.write_char(verb);
        self.write("(");
        match value.operand() {
            Operand::Nil => self.write("<nil>"),
            operand => {
                self.write(&value.go_type());
                self.write("=");
                self.print_operand(value, operand, 'v', 0);
            }
        }
        self.write(")");
        self.erroring = outer;
    }

    fn print_bytes<V: Formattable>(&mut self, value: &V, bytes: &[u8], verb: char) {
        match verb {
            'v' | 'd' if self.flags.sharp_v => {
                self.write(&value.go_type());
                self.separated("{", ", ", "}", bytes, |p, b| {
                    p.print_hex_literal(u64::from(*b), true);
                });
            }
            'v' | 'd' => self.separated("[", " ", "]", bytes, |p, b| {
                p.print_uint(u64::from(*b), 'd');
            }),
            's' | 'x' | 'X' | 'q' => {
                self.print_string(bytes, verb);
            }
            _ => self.separated("[", " ", "]", bytes, |p, b| {
                if !p.print_uint(u64::from(*b), verb) {
                    p.write(&format!("%!{verb}(uint8={b})"));
                }
            }),
        }
    }

    fn print_list<V: Formattable>(&mut self, value: &V, elements: &[V], verb: char, depth: usize) {
        let element = |p: &mut Printer, e: &V| p.print_element(e, verb, depth + 1);
        if self.flags.sharp_v {
            self.write(&value.go_type());
            self.separated("{", ", ", "}", elements, element);
        } else {
            self.separated("[", " ", "]", elements, element);
        }
    }

    fn print_map<V: Formattable>(
        &mut self,
        value: &V,
        entries: &[(V, V)],
        verb: char,
        depth: usize,
    ) {
        let entry = |p: &mut Printer, (key, item): &(V, V)| {
            p.print_element(key, verb, depth + 1);
            p.write(":");
            p.print_element(item, verb, depth + 1);
        };
        if self.flags.sharp_v {
            self.write(&value.go_type());
            self.separated("{", ", ", "}", entries, entry);
        } else {
            self.separated("map[", " ", "]", entries, entry);
        }
    }

    fn print_struct<V: Formattable>(
        &mut self,
        value: &V,
        fields: &[(std::borrow::Cow<'_, str>, V)],
        verb: char,
        depth: usize,
    ) {
        let named = self.flags.plus_v || self.flags.sharp_v;
        let separator = if self.flags.sharp_v { ", " } else { " " };
        if self.flags.sharp_v {
            self.write(&value.go_type());
        }
        self.separated("{", separator, "}", fields, |p, (name, item)| {
            if named {
                p.write(name);
                p.write(":");
            }
            p.print_element(item, verb, depth + 1);
        });
    }

    fn print_pointer<V: Formattable>(
        &mut self,
        value: &V,
        address: u64,
        target: &V,
        verb: char,
        depth: usize,
    ) -> bool {
        let operand = target.operand();
        let composite = matches!(
            operand,
            Operand::Bytes(_) | Operand::List(_) | Operand::Map(_) | Operand::Struct(_)
        );
        if depth == 0 && composite && verb != 'p' {
            self.write("&");
            self.print_operand(target, operand, verb, depth + 1);
            return true;
        }
        self.print_address(value, address, verb)
    }

    fn print_address<V: Formattable>(&mut self, value: &V, address: u64, verb: char) -> bool {
        match verb {
            'v' if self.flags.sharp_v => {
                self.write(&format!("({})(", value.go_type()));
                if address == 0 {
                    self.write("nil");
                } else {
                    self.print_hex_literal(address, true);
                }
                self.write(")");
            }
            'v' if address == 0 => self.pad(b"<nil>"),
            'v' | 'p' => self.print_hex_literal(address, !self.flags.sharp),
            'b' | 'o' | 'd' | 'x' | 'X' => return self.print_uint(address, verb),
            _ => return false,
        }
        true
    }

    fn separated<T>(
        &mut self,
        open: &str,
        separator: &str,
        close: &str,
        items: &[T],
        mut print: impl FnMut(&mut Printer, &T),
    ) {
        self.write(open);
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.write(separator);
            }
            print(self, item);
        }
        self.write(close);
    }
}
