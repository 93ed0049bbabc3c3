//! The few commands that a simulated container understands.

use std::time::Duration;

use apimachinery::Packed;

use crate::behaviour::parse_duration;

/// How a container's process ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exit {
    /// How long it runs before.
    pub(crate) after: Duration,
    /// Its exit code.
    pub(crate) code: i32,
}

/// Reads `command` and `args` of a container or of an exec action; none if they are not understood.
pub(crate) fn parse(command: &Packed, args: &Packed) -> Option<Exit> {
    let words = |list: &Packed| -> Vec<String> {
        list.as_array()
            .into_iter()
            .flatten()
            .filter_map(Packed::as_str)
            .map(str::to_owned)
            .collect()
    };
    let line: Vec<String> = words(command).into_iter().chain(words(args)).collect();
    let line: Vec<&str> = line.iter().map(String::as_str).collect();
    match line.as_slice() {
        [shell, "-c", script] if matches!(base_name(shell), "sh" | "bash" | "ash" | "dash") => {
            script_exit(script)
        }
        line => command_exit(line),
    }
}

/// A script of understood commands, one after the other.
fn script_exit(script: &str) -> Option<Exit> {
    let mut total = Exit {
        after: Duration::ZERO,
        code: 0,
    };
    for command in script
        .replace("&&", ";")
        .split(';')
        .map(str::trim)
        .filter(|command| !command.is_empty())
    {
        let words: Vec<&str> = command.split_whitespace().collect();
        let exit = if words.first() == Some(&"echo") {
            Exit {
                after: Duration::ZERO,
                code: 0,
            }
        } else {
            command_exit(&words)?
        };
        total = Exit {
            after: total.after + exit.after,
            code: exit.code,
        };
        if exit.code != 0 || words.first() == Some(&"exit") {
            break;
        }
    }
    Some(total)
}

fn command_exit(words: &[&str]) -> Option<Exit> {
    let at_once = |code| {
        Some(Exit {
            after: Duration::ZERO,
            code,
        })
    };
    match words {
        [command] if base_name(command) == "true" => at_once(0),
        [command] if base_name(command) == "false" => at_once(1),
        ["exit", code] => at_once(code.parse::<i32>().ok()? & 0xff),
        ["exit"] => at_once(0),
        [command, "infinity"] if base_name(command) == "sleep" => Some(Exit {
            after: Duration::MAX,
            code: 0,
        }),
        [command, time] if base_name(command) == "sleep" => {
            let after = time
                .parse()
                .ok()
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .or_else(|| parse_duration(time))?;
            Some(Exit { after, code: 0 })
        }
        _ => None,
    }
}

fn base_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    #[test]
    fn understood_commands_and_others() {
        for (command, expected) in [
            (json!(["true"]), Some((0, 0))),
            (json!(["/bin/false"]), Some((0, 1))),
            (json!(["sleep", "5"]), Some((5000, 0))),
            (json!(["sleep", "0.5"]), Some((500, 0))),
            (json!(["sh", "-c", "exit 3"]), Some((0, 3))),
            (
                json!(["/bin/sh", "-c", "echo hello; sleep 2 && exit 7; sleep 9"]),
                Some((2000, 7)),
            ),
            (json!(["sh", "-c", "nginx -g daemon"]), None),
            (json!(["nginx"]), None),
            (json!(null), None),
        ] {
            let got = parse(&Packer::pack(&command), Packed::null())
                .map(|exit| (exit.after.as_millis(), exit.code));
            assert_eq!(got, expected, "{command}");
        }
        assert_eq!(
            parse(
                &Packer::pack(&json!(["sleep"])),
                &Packer::pack(&json!(["1"]))
            )
            .map(|exit| exit.after),
            Some(Duration::from_secs(1))
        );
    }
}
