use super::directive::{Directive, Reader};
use super::flags::Flags;
use super::operand::{Formattable, Operand};
use super::printer::Printer;

/// `fmt.Sprintf`.
#[must_use]
pub fn sprintf<V: Formattable>(format: &str, args: &[V]) -> Vec<u8> {
    let mut printer = Printer::new();
    let mut reader = Reader::new(format, args);
    while let Some((plain, rest)) = reader.rest.split_once('%') {
        printer.write(plain);
        reader.rest = rest;
        let directive = reader.directive();
        print_directive(&mut printer, &mut reader, &directive);
    }
    printer.write(reader.rest);
    if !reader.reordered && reader.next_arg < args.len() {
        print_extra(&mut printer, &args[reader.next_arg..]);
    }
    printer.out
}

/// `fmt.Sprint`: operands as `%v`, with a blank between two that are not strings.
#[must_use]
pub fn sprint<V: Formattable>(args: &[V]) -> Vec<u8> {
    let mut printer = Printer::new();
    let mut after_string = true;
    for arg in args {
        let is_string = matches!(arg.operand(), Operand::String(_));
        if !is_string && !after_string {
            printer.write(" ");
        }
        printer.print_arg(arg, 'v');
        after_string = is_string;
    }
    printer.out
}

/// `fmt.Sprintln`: operands as `%v`, a blank between any two, a line break at the end.
#[must_use]
pub fn sprintln<V: Formattable>(args: &[V]) -> Vec<u8> {
    let mut printer = Printer::new();
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            printer.write(" ");
        }
        printer.print_arg(arg, 'v');
    }
    printer.write("\n");
    printer.out
}

fn print_directive<V: Formattable>(
    printer: &mut Printer,
    reader: &mut Reader<'_, V>,
    directive: &Directive,
) {
    if directive.bad_width {
        printer.write("%!(BADWIDTH)");
    }
    if directive.bad_precision {
        printer.write("%!(BADPREC)");
    }
    let Some(verb) = directive.verb else {
        printer.write("%!(NOVERB)");
        return;
    };
    if verb == '%' {
        printer.write("%");
        return;
    }
    let problem = match reader.args.get(reader.next_arg) {
        _ if directive.bad_index => "(BADINDEX)",
        None => "(MISSING)",
        Some(arg) => {
            reader.next_arg += 1;
            printer.flags = directive.flags.for_verb(verb);
            printer.print_arg(arg, verb);
            return;
        }
    };
    printer.write("%!");
    printer.write_char(verb);
    printer.write(problem);
}

fn print_extra<V: Formattable>(printer: &mut Printer, extra: &[V]) {
    printer.flags = Flags::default();
    printer.write("%!(EXTRA ");
    for (i, arg) in extra.iter().enumerate() {
        if i > 0 {
            printer.write(", ");
        }
        if matches!(arg.operand(), Operand::Nil) {
            printer.write("<nil>");
        } else {
            printer.write(&arg.go_type());
            printer.write("=");
            printer.print_arg(arg, 'v');
        }
    }
    printer.write(")");
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[derive(Clone)]
    enum Value {
        Nil,
        Bool(bool),
        Int(i64),
        Float(f64),
        Text(&'static str),
        Bytes(&'static [u8]),
        List(Vec<Value>),
        Map(Vec<(Value, Value)>),
        Error(&'static str),
    }
    use Value::{Bool, Bytes, Error, Float, Int, List, Map, Nil, Text};

    impl Formattable for Value {
        fn operand(&self) -> Operand<'_, Self> {
            match self {
                Nil => Operand::Nil,
                Bool(b) => Operand::Bool(*b),
                Int(i) => Operand::Int(*i),
                Float(f) => Operand::Float(*f),
                Text(t) => Operand::String(Cow::Borrowed(t.as_bytes())),
                Bytes(b) => Operand::Bytes(Cow::Borrowed(b)),
                List(items) => Operand::List(items.clone()),
                Map(entries) => Operand::Map(entries.clone()),
                Error(_) => Operand::Struct(vec![]),
            }
        }

        fn go_type(&self) -> Cow<'_, str> {
            Cow::Borrowed(match self {
                Nil => "<nil>",
                Bool(_) => "bool",
                Int(_) => "int",
                Float(_) => "float64",
                Text(_) => "string",
                Bytes(_) => "[]uint8",
                List(_) => "[]interface {}",
                Map(_) => "map[string]interface {}",
                Error(_) => "*errors.errorString",
            })
        }

        fn string_method(&self) -> Option<Cow<'_, [u8]>> {
            match self {
                Error(text) => Some(Cow::Borrowed(text.as_bytes())),
                _ => None,
            }
        }
    }

    fn check(format: &str, args: &[Value], want: &str) {
        assert_eq!(
            String::from_utf8_lossy(&sprintf(format, args)),
            want,
            "{format}"
        );
    }

    #[test]
    fn integers() {
        check(
            "%d|%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%O|%b",
            &[5, 5, 5, -5, 5, 5, 255, 255, 255, 8, 8, 8, 5].map(Int),
            "5|    5|5    |-0005|+5| 5|ff|FF|0xff|10|010|0o10|101",
        );
        check(
            "%c|%q|%U|%#U|%.3d|%8.3d|%.0d|%08.3d",
            &[65, 0x263a, 0x263a, 0x263a, 5, 5, 0, 5].map(Int),
            "A|'☺'|U+263A|U+263A '☺'|005|     005||     005",
        );
        check(
            "%s|%t|%z",
            &[Int(1), Int(2), Int(3)],
            "%!s(int=1)|%!t(int=2)|%!z(int=3)",
        );
    }

    #[test]
    fn floats() {
        check(
            "%v|%f|%.2f|%e|%g|%G|%8.2f|%-8.2f|%08.2f|%+.1f|% .1f",
            &[
                1e6, 1.5, 1.255, 1.5, 1e21, 1e-7, 8.62519, 8.62519, -8.62519, 1.0, 1.0,
            ]
            .map(Float),
            "1e+06|1.500000|1.25|1.500000e+00|1e+21|1E-07|    8.63|8.63    |-0008.63|+1.0| 1.0",
        );
        check(
            "%#g|%#.3g|%#v|%#.0f|%d",
            &[1.0, 1.0, 1e6, 2.0, 1.5].map(Float),
            "1.00000|1.00|1e+06|2.|%!d(float64=1.5)",
        );
        check(
            "%v|%v|%5v|%05d",
            &[
                Float(f64::INFINITY),
                Float(f64::NAN),
                Float(f64::NEG_INFINITY),
                Int(1),
            ],
            "+Inf|NaN| -Inf|00001",
        );
    }

    #[test]
    fn strings() {
        check(
            "%s|%5s|%-5s|%.2s|%q|%x|%X|% x|%#x|%# x|%v",
            &[
                "a", "é", "a", "héllo", "a\"b", "hi", "hi", "hi", "hi", "hi", "v",
            ]
            .map(Text),
            "a|    é|a    |hé|\"a\\\"b\"|6869|6869|68 69|0x6869|0x68 0x69|v",
        );
        check(
            "%d|%#q|%+q|%#v|%T",
            &["hi", "a", "é", "x", "t"].map(Text),
            "%!d(string=hi)|`a`|\"\\u00e9\"|\"x\"|string",
        );
        check(
            "%s|%v|%x|%d|%q|%#v",
            &[
                Bytes(b"hi"),
                Bytes(b"hi"),
                Bytes(b"hi"),
                Bytes(b"hi"),
                Bytes(b"hi"),
                Bytes(b"hi"),
            ],
            "hi|[104 105]|6869|[104 105]|\"hi\"|[]uint8{0x68, 0x69}",
        );
    }

    #[test]
    fn nil_and_composites() {
        check(
            "%v|%s|%d|%T",
            &[Nil, Nil, Nil, Nil],
            "<nil>|%!s(<nil>)|%!d(<nil>)|<nil>",
        );
        let list = List(vec![Int(1), Text("a"), Nil, Float(1.5)]);
        check(
            "%v|%d|%s|%q",
            &[list.clone(), list.clone(), list.clone(), list.clone()],
            "[1 a <nil> 1.5]|[1 %!d(string=a) <nil> %!d(float64=1.5)]|[%!s(int=1) a <nil> %!s(float64=1.5)]|['\\x01' \"a\" <nil> %!q(float64=1.5)]",
        );
        check(
            "%#v",
            &[list],
            "[]interface {}{1, \"a\", interface {}(nil), 1.5}",
        );
        let map = Map(vec![(Text("a"), Int(1)), (Text("b"), Bool(true))]);
        check(
            "%v|%#v",
            &[map.clone(), map],
            "map[a:1 b:true]|map[string]interface {}{\"a\":1, \"b\":true}",
        );
        check(
            "%v|%s|%d",
            &[Error("boom"), Error("boom"), Error("boom")],
            "boom|boom|{}",
        );
    }

    #[test]
    fn faults_of_the_format() {
        check("%d %d", &[Int(1)], "1 %!d(MISSING)");
        check(
            "x",
            &[Int(1), Nil, Text("a")],
            "x%!(EXTRA int=1, <nil>, string=a)",
        );
        check("100%", &[], "100%!(NOVERB)");
        check("%[3]d", &[Int(1)], "%!d(BADINDEX)");
        check(
            "%*d|%.*f",
            &[Text("a"), Int(1), Int(1), Float(2.55)],
            "%!(BADWIDTH)1|2.5",
        );
        check("%[2]d %[1]d|%%|%[2]*[1]d", &[Int(1), Int(3)], "3 1|%|  1");
        check("%-*d|", &[Int(4), Int(1)], "1   |");
    }

    #[test]
    fn print_puts_blanks_between_non_strings() {
        assert_eq!(
            sprint(&[Int(1), Int(2), Text("a"), Text("b"), Int(3)]),
            b"1 2ab3"
        );
        assert_eq!(sprintln(&[Int(1), Text("a")]), b"1 a\n");
    }
}
