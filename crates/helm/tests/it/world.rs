use std::path::Path;

use cobra::{Capture, Env};

/// What a command printed and how it ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) code: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs helm in a directory with these environment variables.
pub(crate) fn helm_with(env: &[(&str, &str)], directory: &Path, args: &[&str]) -> Outcome {
    let env: Env = env
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let mut world = Capture {
        env,
        cwd: directory.to_path_buf(),
        ..Capture::default()
    };
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let code = helm::run(&args, &mut world.io());
    Outcome {
        code,
        out: world.out(),
        err: world.err(),
    }
}

pub(crate) fn helm(directory: &Path, args: &[&str]) -> Outcome {
    helm_with(&[], directory, args)
}

pub(crate) fn printed(out: &str) -> Outcome {
    Outcome {
        code: 0,
        out: out.to_owned(),
        err: String::new(),
    }
}

pub(crate) fn refused(out: &str, err: &str) -> Outcome {
    Outcome {
        code: 1,
        out: out.to_owned(),
        err: err.to_owned(),
    }
}

/// Writes files below a directory.
pub(crate) fn write(directory: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a directory"))
            .expect("a writable directory");
        std::fs::write(path, text).expect("a writable file");
    }
}
