//! A session as its file has it.
//!
//! ```text
//! @ web.yaml        a file, up to the next line that is `@`
//! ~ apply -f …      a command whose output does not matter
//! $ A=b get pods    a command, perhaps with variables, what it wrote to its output (`|`, or `:` for a last line without an end)
//! | NAME …
//! ! complaint       and to the error stream,
//! = 1               and how it ended
//! ```

use std::fmt;

#[derive(Debug, Default)]
pub(crate) struct Session {
    pub(crate) comments: Vec<String>,
    pub(crate) files: Vec<(String, String)>,
    pub(crate) steps: Vec<Step>,
}

#[derive(Debug, Default)]
pub(crate) struct Step {
    pub(crate) line: String,
    pub(crate) compared: bool,
    pub(crate) expected: Printed,
}

/// What a command printed, and how it ended.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Session {
    pub(crate) fn parse(text: &str) -> Session {
        let mut session = Session::default();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let (mark, rest) = line.split_at(line.len().min(1));
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            match mark {
                "#" => session.comments.push(rest.to_owned()),
                "@" => {
                    let content: Vec<&str> =
                        lines.by_ref().take_while(|line| *line != "@").collect();
                    let content = format!("{}\n", content.join("\n"));
                    session.files.push((rest.to_owned(), content));
                }
                "$" | "~" => session.steps.push(Step {
                    line: rest.to_owned(),
                    compared: mark == "$",
                    expected: Printed::default(),
                }),
                "" => {}
                mark => {
                    let expected = &mut session
                        .steps
                        .last_mut()
                        .expect("a command stands first")
                        .expected;
                    match mark {
                        "|" => expected.out.push_str(&format!("{rest}\n")),
                        ":" => expected.out.push_str(rest),
                        "!" => expected.err.push_str(&format!("{rest}\n")),
                        "=" => expected.code = rest.parse().expect("it is a number"),
                        _ => panic!("no line begins so: {line}"),
                    }
                }
            }
        }
        session
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for comment in &self.comments {
            writeln!(f, "# {comment}")?;
        }
        for (name, content) in &self.files {
            write!(f, "@ {name}\n{content}@\n")?;
        }
        for step in &self.steps {
            if step.compared {
                write!(f, "$ {}\n{}", step.line, step.expected)?;
            } else {
                writeln!(f, "~ {}", step.line)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.out.split_inclusive('\n') {
            match line.strip_suffix('\n') {
                Some(line) => marked(f, '|', line)?,
                None => marked(f, ':', line)?,
            }
        }
        for line in self.err.lines() {
            marked(f, '!', line)?;
        }
        if self.code != 0 {
            marked(f, '=', &self.code.to_string())?;
        }
        Ok(())
    }
}

fn marked(f: &mut fmt::Formatter<'_>, mark: char, line: &str) -> fmt::Result {
    match line {
        "" => writeln!(f, "{mark}"),
        line => writeln!(f, "{mark} {line}"),
    }
}
