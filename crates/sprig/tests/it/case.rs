//! The form of a case file: templates behind `>`, what they print behind `|`, how they fail behind `!`.

/// A template with what the real helm made of it.
pub(crate) struct Case {
    pub(crate) template: String,
    pub(crate) answer: Answer,
}

#[derive(PartialEq, Eq)]
pub(crate) enum Answer {
    Output(String),
    Error(String),
}

const SOURCE: &str = "SOURCE helm 4.3.1: helm template of a chart whose only template is the case";

pub(crate) fn parse(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut last = ' ';
    for line in text.split_terminator('\n').skip(1) {
        let (mark, rest) = match line.split_at_checked(1) {
            Some((mark, rest)) => (
                mark.chars().next().unwrap_or(' '),
                rest.strip_prefix(' ').unwrap_or(rest),
            ),
            None => continue,
        };
        match (
            mark,
            cases
                .last_mut()
                .map(|case| (&mut case.template, &mut case.answer)),
        ) {
            ('>', Some((template, _))) if last == '>' => push_line(template, rest),
            ('>', _) => cases.push(Case {
                template: rest.to_owned(),
                answer: Answer::Output(String::new()),
            }),
            ('|', Some((_, Answer::Output(output)))) if last == '|' => push_line(output, rest),
            ('|', Some((_, answer))) => *answer = Answer::Output(rest.to_owned()),
            ('!', Some((_, Answer::Error(error)))) if last == '!' => push_line(error, rest),
            ('!', Some((_, answer))) => *answer = Answer::Error(rest.to_owned()),
            _ => panic!("not a line of a case: {line}"),
        }
        last = mark;
    }
    cases
}

fn push_line(text: &mut String, line: &str) {
    text.push('\n');
    text.push_str(line);
}

pub(crate) fn write(cases: &[Case]) -> String {
    let mut out = format!("{SOURCE}\n");
    for case in cases {
        let (mark, answer) = match &case.answer {
            Answer::Output(text) => ('|', text),
            Answer::Error(text) => ('!', text),
        };
        for (mark, text) in [('>', &case.template), (mark, answer)] {
            for line in text.split('\n') {
                out.push_str(&format!("{mark} {line}\n"));
            }
        }
    }
    out
}
