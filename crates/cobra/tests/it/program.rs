use cobra::{
    Args, Capture, Command, Completion, Directive, Env, Failure, Flag, Invocation, Io, Program,
};

const SETTINGS: &[Flag] = &[
    Flag::bool("debug", "enable verbose output"),
    Flag::string("namespace", "namespace scope").short('n'),
    Flag::string("cache", "path to the `directory` of caches").default_from(cache),
];

const OUTPUT: &[Flag] = &[
    Flag::custom("output", "format", format, "one of table, json")
        .short('o')
        .default("table"),
];

static INSTALL: Command<Vec<String>> = Command::new("install [NAME] [CHART]", "install a chart")
    .long("\nInstalls a chart.\n\nTwice if need be.\n")
    .flags(&[
        OUTPUT,
        &[
            Flag::duration("timeout", "time to wait").default("5m0s"),
            Flag::string("wait", "wait until ready").optional_value("watcher"),
            Flag::bool("force", "replace by force").deprecated("use --replace instead"),
            Flag::bool("replace", "replace"),
            Flag::bool("dry", "only show"),
        ],
    ])
    .exclusive(&[&["replace", "dry"]])
    .args(Args::Minimum(1))
    .complete(complete_charts)
    .run(note);

static LIST: Command<Vec<String>> = Command::new("list", "list releases")
    .aliases(&["ls"])
    .args(Args::None)
    .run(note);

static GET_VALUES: Command<Vec<String>> = Command::new("values RELEASE", "values of a release")
    .flags(&[&[Flag::int("revision", "which").required()]])
    .args(Args::Exact(1))
    .run(note);

static GET: Command<Vec<String>> = Command::new("get", "parts of a release")
    .args(Args::None)
    .commands(&[&GET_VALUES]);

static ROOT: Command<Vec<String>> = Command::new("ship", "Ships things.")
    .persistent_flags(&[SETTINGS])
    .commands(&[&INSTALL, &LIST, &GET]);

pub(crate) struct Outcome {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) notes: Vec<String>,
}

pub(crate) fn ship(words: &[&str]) -> Outcome {
    let program = Program::new(&ROOT);
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let mut notes = Vec::new();
    let env = Env::from_iter([("HOME".to_owned(), "/home/x".to_owned())]);
    let mut capture = Capture {
        env,
        ..Capture::default()
    };
    let code = program.execute(&words, &mut notes, &mut capture.io());
    Outcome {
        code,
        out: capture.out(),
        err: capture.err(),
        notes,
    }
}

fn cache(env: &Env) -> String {
    format!("{}/.cache", env.get("HOME").unwrap_or_default())
}

fn format(text: &str) -> Result<(), String> {
    if ["table", "json"].contains(&text) {
        Ok(())
    } else {
        Err("invalid format type".to_owned())
    }
}

fn note(
    invocation: &Invocation<Vec<String>>,
    notes: &mut Vec<String>,
    _: &mut Io<'_>,
) -> Result<(), Failure> {
    notes.extend(invocation.args.iter().cloned());
    if invocation.args.iter().any(|arg| arg == "broken") {
        return Err(Failure::new("it broke"));
    }
    Ok(())
}

fn complete_charts(
    invocation: &Invocation<Vec<String>>,
    _: &str,
    _: &mut Vec<String>,
    _: &mut Io<'_>,
) -> Completion {
    if invocation.args.len() > 1 {
        return Completion::hint("That is all.");
    }
    Completion {
        candidates: vec!["stable/\tcharts that last".to_owned()],
        directive: Directive::NO_SPACE,
    }
}
