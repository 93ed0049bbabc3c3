//! The scripts that teach a shell to ask the program for completions.

/// A shell that can complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// Bash 4 or newer.
    Bash,
    /// Zsh.
    Zsh,
    /// Fish.
    Fish,
    /// PowerShell.
    PowerShell,
}

/// The script for a shell; `descriptions` says whether the candidates come with theirs.
pub fn completion_script(shell: Shell, program: &str, descriptions: bool) -> String {
    let template = match shell {
        Shell::Bash => include_str!("shells/bash.sh"),
        Shell::Zsh => include_str!("shells/zsh.sh"),
        Shell::Fish => include_str!("shells/fish.fish"),
        Shell::PowerShell => include_str!("shells/powershell.ps1"),
    };
    let identifier: String = program
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    let request = if descriptions {
        "__complete"
    } else {
        "__completeNoDesc"
    };
    template
        .replace("@REQUEST@", request)
        .replace("@NAME@", program)
        .replace("@ID@", &identifier)
}
