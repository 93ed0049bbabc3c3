use crate::program::ship;

fn refused(words: &[&str], complaint: &str) {
    let outcome = ship(words);
    assert_eq!(
        (outcome.code, outcome.err.as_str(), outcome.out.as_str()),
        (1, complaint, ""),
        "{words:?}"
    );
}

#[test]
fn unknown_commands_are_refused_with_what_is_near() {
    refused(
        &["foo"],
        "Error: unknown command \"foo\" for \"ship\"\nRun 'ship --help' for usage.\n",
    );
    refused(
        &["instal"],
        "Error: unknown command \"instal\" for \"ship\"\n\nDid you mean this?\n\tinstall\n\nRun 'ship --help' for usage.\n",
    );
}

#[test]
fn values_are_checked_as_they_are_read() {
    refused(
        &["install", "x", "-o", "xml"],
        "Error: invalid argument \"xml\" for \"-o, --output\" flag: invalid format type\n",
    );
    refused(
        &["install", "x", "--timeout", "5"],
        "Error: invalid argument \"5\" for \"--timeout\" flag: time: missing unit in duration \"5\"\n",
    );
}

#[test]
fn arguments_are_counted() {
    refused(
        &["install"],
        "Error: requires at least 1 arg(s), only received 0\n",
    );
    refused(
        &["list", "x"],
        "Error: unknown command \"x\" for \"ship list\"\n",
    );
}

#[test]
fn flag_rules_come_after_the_count() {
    refused(
        &["get", "values", "x"],
        "Error: required flag(s) \"revision\" not set\n",
    );
    refused(
        &["install", "x", "--replace", "--dry"],
        "Error: if any flags in the group [replace dry] are set none of the others can be; [dry replace] were all set\n",
    );
}

#[test]
fn a_failing_command_says_why() {
    refused(&["install", "broken"], "Error: it broke\n");
}

#[test]
fn deprecated_flags_are_told_and_followed() {
    let outcome = ship(&["install", "--force", "-n", "space", "x", "y"]);
    assert_eq!(
        outcome.err,
        "Flag --force has been deprecated, use --replace instead\n"
    );
    assert_eq!(outcome.notes, ["x", "y"]);
}

#[test]
fn persistent_flags_may_stand_before_the_command() {
    assert_eq!(ship(&["-n", "install", "--debug", "ls"]).code, 0);
}
