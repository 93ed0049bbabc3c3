use crate::program::ship;

const GLOBAL: &str = "
Global Flags:
      --cache directory    path to the directory of caches (default \"/home/x/.cache\")
      --debug              enable verbose output
  -n, --namespace string   namespace scope
";

#[test]
fn a_runnable_command_shows_its_line_and_flags() {
    let expected = format!(
        "
Installs a chart.

Twice if need be.

Usage:
  ship install [NAME] [CHART] [flags]

Flags:
      --dry                       only show
  -h, --help                      help for install
  -o, --output format             one of table, json (default table)
      --replace                   replace
      --timeout duration          time to wait (default 5m0s)
      --wait string[=\"watcher\"]   wait until ready
{GLOBAL}"
    );
    for words in [
        &["install", "--help"][..],
        &["help", "install"],
        &["install", "-h", "x"],
    ] {
        let outcome = ship(words);
        assert_eq!((outcome.code, outcome.out), (0, expected.clone()));
    }
}

#[test]
fn a_group_shows_its_commands_whatever_follows() {
    let expected = format!(
        "parts of a release

Usage:
  ship get [command]

Available Commands:
  values      values of a release

Flags:
  -h, --help   help for get
{GLOBAL}
Use \"ship get [command] --help\" for more information about a command.
"
    );
    assert_eq!(ship(&["get"]).out, expected);
    assert_eq!(ship(&["get", "bogus"]).out, expected);
}

#[test]
fn the_root_lists_help_and_aliases_are_shown() {
    let root = ship(&[]).out;
    let commands = "
Available Commands:
  get         parts of a release
  help        Help about any command
  install     install a chart
  list        list releases
";
    assert!(root.contains(commands), "{root}");
    assert!(ship(&["ls", "-h"]).out.contains("\nAliases:\n  list, ls\n"));
}

#[test]
fn an_unknown_topic_falls_back_to_usage() {
    let outcome = ship(&["help", "me"]);
    assert_eq!(outcome.code, 0);
    assert!(
        outcome
            .err
            .starts_with("Unknown help topic [`me`]\nUsage:\n  ship [command]\n"),
        "{}",
        outcome.err
    );
}

#[test]
fn help_is_a_command_of_its_own() {
    let own = ship(&["help", "list", "--help"]).out;
    assert!(
        own.contains("\nUsage:\n  ship help [command] [flags]\n"),
        "{own}"
    );
    let outcome = ship(&["help", "list", "--bogus"]);
    assert_eq!(
        (outcome.code, outcome.err.as_str()),
        (1, "Error: unknown flag: --bogus\n")
    );
}

#[test]
fn the_flag_for_help_before_a_command_takes_its_place() {
    assert_eq!(ship(&["--help", "list"]).out, ship(&[]).out);
    assert_eq!(ship(&["get", "-h", "values"]).out, ship(&["get"]).out);
}
