//! `kubectl completion`: the script that teaches a shell to complete.

use cobra::{Command, Failure, Invocation, Io, Shell, completion_script};

use crate::CommandError;
use crate::session::Session;

pub(super) static COMPLETION: Command<Session> = Command::new(
    "completion SHELL",
    "Output shell completion code for the specified shell (bash, zsh, fish, or powershell)",
)
.group(super::SETTINGS)
.long("Print the code that lets a shell complete kubectl's commands, flags and values. The shell must evaluate it.")
.example("  # Complete in this bash\n  source <(kubectl completion bash)")
.no_flags_in_use_line()
.valid_args(&["bash", "fish", "powershell", "zsh"])
.run(completion);

fn completion(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let path = super::command_path(invocation);
    let refuse = |text: &str| Err(CommandError::usage(&path, text).into_failure());
    let shell = match invocation.args.as_slice() {
        [] => return refuse("Shell not specified."),
        [_, _, ..] => return refuse("Too many arguments. Expected only the shell type."),
        [shell] => match shell.as_str() {
            "bash" => Shell::Bash,
            "zsh" => Shell::Zsh,
            "fish" => Shell::Fish,
            "powershell" => Shell::PowerShell,
            other => return refuse(&format!("Unsupported shell type {other:?}.")),
        },
    };
    write!(io.stdout, "{}", completion_script(shell, "kubectl", true))?;
    Ok(())
}
