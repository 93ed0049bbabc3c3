//! `kustomize completion`, and what completes the arguments of `edit`.

use cobra::{
    Args, Command, Completion, Directive, Failure, Invocation, Io, Shell, completion_script,
};
use kustomize::EditableKustomization;
use serde_json::Value;

use super::kustomization_file::KustomizationFile;

pub(super) static COMPLETION: Command<()> = Command::new(
    "completion [bash|zsh|fish|powershell]",
    "Generate completion script",
)
.long("Print the code that lets a shell complete kustomize's commands, flags and paths. The shell must evaluate it.")
.example("  # Complete in this bash\n  source <(kustomize completion bash)")
.no_flags_in_use_line()
.args(Args::Exact(1))
.valid_args(&["bash", "fish", "powershell", "zsh"])
.run(completion);

fn completion(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let word = invocation.args.first().map(String::as_str);
    let shell = match word.unwrap_or_default() {
        "bash" => Shell::Bash,
        "zsh" => Shell::Zsh,
        "fish" => Shell::Fish,
        "powershell" => Shell::PowerShell,
        other => {
            return Err(Failure::new(format!(
                "invalid argument {other:?} for \"kustomize completion\""
            )));
        }
    };
    write!(io.stdout, "{}", completion_script(shell, "kustomize", true))?;
    Ok(())
}

/// Which words a kustomization file offers.
pub(super) type Offer = fn(&EditableKustomization) -> Vec<String>;

/// Completes with what the kustomization file of the working directory offers and the line does not have yet.
pub(super) fn offered(
    invocation: &Invocation<()>,
    last: &str,
    io: &Io<'_>,
    offer: Offer,
) -> Completion {
    let kustomization = KustomizationFile::find(io).and_then(|file| file.read());
    let words = kustomization.map(|kustomization| offer(&kustomization));
    Completion {
        candidates: words
            .unwrap_or_default()
            .into_iter()
            .filter(|word| word.starts_with(last) && !invocation.args.contains(word))
            .collect(),
        directive: Directive::NO_FILE_COMP,
    }
}

/// The names of the entries of a list.
pub(super) fn names(kustomization: &EditableKustomization, field: &str) -> Vec<String> {
    let name = |entry: &Value| Some(entry["name"].as_str()?.to_owned());
    kustomization.list(field).iter().filter_map(name).collect()
}

/// The keys of a map.
pub(super) fn keys(kustomization: &EditableKustomization, field: &str) -> Vec<String> {
    kustomization
        .map(field)
        .into_iter()
        .map(|(key, _)| key)
        .collect()
}
