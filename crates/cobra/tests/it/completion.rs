use crate::program::ship;

fn completed(words: &[&str]) -> String {
    let words: Vec<&str> = [&["__complete"], words].concat();
    ship(&words).out
}

#[test]
fn commands_complete_with_their_descriptions() {
    assert_eq!(
        completed(&[""]),
        "get\tparts of a release\nhelp\tHelp about any command\ninstall\tinstall a chart\nlist\tlist releases\n:4\n"
    );
    assert_eq!(ship(&["__completeNoDesc", "in"]).out, "install\n:4\n");
}

#[test]
fn flags_complete_inherited_ones_first() {
    assert_eq!(
        completed(&["install", "--d"]),
        "--debug\tenable verbose output\n--dry\tonly show\n:4\n"
    );
    assert_eq!(completed(&["install", "--debug", "--de"]), ":4\n");
}

#[test]
fn required_flags_come_alone() {
    assert_eq!(
        completed(&["get", "values", "x", "-"]),
        "--revision\twhich\n:4\n"
    );
    assert_eq!(completed(&["get", "values", ""]), "--revision\twhich\n:0\n");
}

#[test]
fn the_value_of_a_flag_falls_back_to_files() {
    assert_eq!(completed(&["install", "-n", ""]), ":0\n");
}

#[test]
fn arguments_complete_through_the_command() {
    let outcome = ship(&["__complete", "install", "x", ""]);
    assert_eq!(outcome.out, "stable/\tcharts that last\n:2\n");
    assert_eq!(
        outcome.err,
        "Completion ended with directive: ShellCompDirectiveNoSpace\n"
    );
    assert_eq!(
        completed(&["install", "x", "y", ""]),
        "_activeHelp_ That is all.\n:4\n"
    );
}

#[test]
fn nothing_is_known_about_an_unknown_command() {
    let outcome = ship(&["__complete", "nope", ""]);
    assert_eq!(outcome.out, ":0\n");
    assert!(
        outcome
            .err
            .starts_with("[Debug] [Error] unable to find a command for arguments: [nope]\n")
    );
}

#[test]
fn topics_of_help_complete() {
    assert_eq!(completed(&["help", "i"]), "install\tinstall a chart\n:4\n");
    assert_eq!(completed(&["help", "nope", ""]), ":4\n");
}

#[test]
fn a_flag_that_is_not_there_has_no_values() {
    let outcome = ship(&["__complete", "install", "--nope="]);
    assert_eq!(outcome.out, ":0\n");
    assert!(
        outcome
            .err
            .starts_with("[Debug] [Error] Subcommand 'install' does not support flag 'nope'\n")
    );
}
