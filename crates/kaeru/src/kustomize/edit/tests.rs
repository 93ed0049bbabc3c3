//! Files before and after commands, as the real kustomize 5.8.1 changes them.

mod comments;
mod fix;
mod generators;

use std::fs;

use cobra::Capture;

const BEFORE: &str = "# top note
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization

# the list of inputs
resources:   # eol note
  # inner note
  - one.yaml   # why one
  - \"two.yaml\"

namespace: \"team-a\"  # ns note

# image pins
images:
  - name: nginx   # n
    newTag: \"1.27\"
# last note
";

const REWRITTEN: &str = "# top note
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization

# the list of inputs
  # inner note
resources:
- one.yaml
- two.yaml

namespace: team-a

# image pins
images:
- name: nginx
  newTag: \"1.27\"
";

struct Outcome {
    code: u8,
    file: String,
    err: String,
}

/// Runs `kustomize edit` with words beside a file of this text.
fn edit(before: &str, words: &[&str]) -> Outcome {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    for name in ["one.yaml", "two.yaml", "three.yaml", "p.yaml"] {
        fs::write(
            path(name),
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\n",
        )
        .expect("a file");
    }
    fs::write(path("kustomization.yaml"), before).expect("a file");
    let mut capture = Capture {
        cwd: directory.path().to_path_buf(),
        ..Capture::default()
    };
    let words: Vec<String> = std::iter::once("edit")
        .chain(words.iter().copied())
        .map(str::to_owned)
        .collect();
    let code = crate::kustomize::run(&words, &mut capture.io());
    let file = fs::read_to_string(path("kustomization.yaml")).expect("the file");
    Outcome {
        code,
        file,
        err: capture.err(),
    }
}

/// What `words` make of the file; lines behind it are appended to what every command makes.
fn appends(words: &[&str], lines: &str) {
    let outcome = edit(BEFORE, words);
    assert_eq!(outcome.code, 0, "{words:?}: {}", outcome.err);
    assert_eq!(outcome.file, format!("{REWRITTEN}{lines}"), "{words:?}");
}

/// Like [`appends`], for a command that changes a part of the text.
fn replaces(words: &[&str], from: &str, to: &str) {
    assert!(REWRITTEN.contains(from), "{from}");
    let outcome = edit(BEFORE, words);
    assert_eq!(outcome.code, 0, "{words:?}: {}", outcome.err);
    assert_eq!(outcome.file, REWRITTEN.replace(from, to), "{words:?}");
}

fn fails(words: &[&str], message: &str) {
    let outcome = edit(BEFORE, words);
    assert_eq!(outcome.code, 1, "{words:?}");
    assert!(
        outcome.err.starts_with(&format!("Error: {message}\n")),
        "{words:?}: {}",
        outcome.err
    );
    assert_eq!(outcome.file, BEFORE, "{words:?}");
}

#[test]
fn fields_are_set_in_place_or_appended() {
    replaces(&["set", "namespace", "team-a"], "", "");
    replaces(&["set", "namespace", "team-b"], "team-a", "team-b");
    replaces(&["set", "namespace", ""], "namespace: team-a\n", "");
    appends(&["set", "nameprefix", "dev-"], "namePrefix: dev-\n");
    appends(&["set", "namesuffix", "--", "-v2"], "nameSuffix: -v2\n");
    appends(
        &["set", "replicas", "web=3", "api=2"],
        "replicas:\n- count: 2\n  name: api\n- count: 3\n  name: web\n",
    );
    appends(
        &["set", "label", "tier:web"],
        "commonLabels:\n  tier: web\n",
    );
    fails(
        &["set", "namespace"],
        "must specify exactly one namespace value",
    );
    fails(
        &["set", "replicas", "web"],
        "invalid format of replica, use the following format: <name>=<count>",
    );
}

#[test]
fn resources_come_and_go() {
    replaces(
        &["add", "resource", "three.yaml"],
        "- two.yaml\n",
        "- two.yaml\n- three.yaml\n",
    );
    replaces(&["add", "resource", "two.yaml"], "", "");
    replaces(&["add", "resource", "kustomization.yaml"], "", "");
    replaces(&["add", "base", "."], "- two.yaml\n", "- two.yaml\n- .\n");
    replaces(&["remove", "resource", "one.yaml"], "- one.yaml\n", "");
    replaces(
        &["remove", "resource", "one.yaml", "two.yaml"],
        "resources:\n- one.yaml\n- two.yaml\n",
        "",
    );
    assert_eq!(
        edit(BEFORE, &["remove", "resource", "nope.yaml"]).file,
        BEFORE
    );
    fails(&["add", "resource"], "must specify a resource file");
    appends(
        &["add", "component", "three.yaml"],
        "components:\n- three.yaml\n",
    );
    appends(
        &["add", "transformer", "one.yaml"],
        "transformers:\n- one.yaml\n",
    );
    appends(
        &["add", "buildmetadata", "originAnnotations"],
        "buildMetadata:\n- originAnnotations\n",
    );
    appends(
        &["add", "generator", "one.yaml"],
        "generators:\n- one.yaml\n",
    );
    replaces(
        &["add", "resource", "--no-verify", "nope.yaml"],
        "- two.yaml\n",
        "- two.yaml\n- nope.yaml\n",
    );
    let missing = edit(BEFORE, &["add", "resource", "nope.yaml"]);
    assert!(
        missing.err.starts_with(
            "Error: nope.yaml has no match: must build at directory: not a valid directory: evalsymlink failure on '/"
        ),
        "{}",
        missing.err
    );
    let nothing = edit(BEFORE, &["add", "transformer", "nope.yaml"]);
    assert_eq!(
        (nothing.code, nothing.err.as_str(), nothing.file.as_str()),
        (0, "nope.yaml has no match\n", BEFORE)
    );
    fails(&["add", "base", "nope"], "nope does not exist");
    fails(
        &["add", "buildmetadata", "foo"],
        "invalid buildMetadata option: foo",
    );
}

#[test]
fn images_are_set() {
    let entry = "- name: nginx\n  newTag: \"1.27\"\n";
    let set = |argument: &str, to: &str| replaces(&["set", "image", argument], entry, to);
    set("nginx:1.30", "- name: nginx\n  newTag: \"1.30\"\n");
    set(
        "nginx=nginx:1.28",
        "- name: nginx\n  newName: nginx\n  newTag: \"1.28\"\n",
    );
    set("nginx=r/n", "- name: nginx\n  newName: r/n\n");
    set(
        "nginx=registry.example:5000/web/nginx:1.29@sha256:ff",
        "- digest: sha256:ff\n  name: nginx\n  newName: registry.example:5000/web/nginx\n  newTag: \"1.29\"\n",
    );
    replaces(
        &["set", "image", "redis@sha256:0123", "nginx=*:2"],
        entry,
        "- name: nginx\n  newTag: \"2\"\n- digest: sha256:0123\n  name: redis\n",
    );
    fails(&["set", "image"], "no image specified");
}

#[test]
fn an_image_entry_keeps_what_a_star_asks_for() {
    let head = "resources:\n- one.yaml\nimages:\n";
    let tail = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n";
    let entry =
        "- digest: sha256:aa\n  name: nginx\n  newName: r/n\n  newTag: \"1\"\n  tagSuffix: -x\n";
    for (argument, after) in [
        ("nginx:2", "- name: nginx\n  newTag: \"2\"\n"),
        ("nginx@sha256:bb", "- digest: sha256:bb\n  name: nginx\n"),
        ("nginx=q", "- name: nginx\n  newName: q\n"),
        (
            "nginx=*:*",
            "- name: nginx\n  newName: r/n\n  newTag: \"1\"\n",
        ),
        (
            "nginx=*@*",
            "- digest: sha256:aa\n  name: nginx\n  newName: r/n\n",
        ),
        ("nginx:*", "- name: nginx\n  newTag: \"1\"\n"),
        (
            "other:1",
            &format!("{entry}- name: other\n  newTag: \"1\"\n"),
        ),
    ] {
        let outcome = edit(&format!("{head}{entry}{tail}"), &["set", "image", argument]);
        assert_eq!(outcome.file, format!("{head}{after}{tail}"), "{argument}");
    }
    fails(
        &["set", "image", "nginx"],
        "invalid format of image, use one of the following options:\n- <image>=<newimage>:<newtag>\n- <image>=<newimage>@<digest>\n- <image>=<newimage>:<newtag>@<digest>\n- <image>=<newimage>\n- <image>:<newtag>\n- <image>:<newtag>@<digest>\n- <image>@<digest>",
    );
}

#[test]
fn labels_and_annotations_are_added() {
    appends(
        &["add", "label", "tier:web", "env:dev"],
        "commonLabels:\n  env: dev\n  tier: web\n",
    );
    appends(
        &["add", "label", "tier:web,env:dev"],
        "commonLabels:\n  tier: web,env:dev\n",
    );
    appends(
        &["add", "label", "tier=web"],
        "commonLabels:\n  tier=web: \"\"\n",
    );
    appends(
        &["add", "label", "tier:web", "--without-selector"],
        "labels:\n- pairs:\n    tier: web\n",
    );
    appends(
        &[
            "add",
            "label",
            "tier:web",
            "--without-selector",
            "--include-templates",
        ],
        "labels:\n- includeTemplates: true\n  pairs:\n    tier: web\n",
    );
    appends(
        &["add", "annotation", "note:hello world"],
        "commonAnnotations:\n  note: hello world\n",
    );
    appends(
        &["add", "annotation", "a:1"],
        "commonAnnotations:\n  a: \"1\"\n",
    );
    fails(
        &["remove", "annotation", "zz"],
        "annotation zz is not defined in kustomization file",
    );
    fails(
        &["remove", "label", "a", "b"],
        "labels must be comma-separated, with no spaces",
    );
    fails(
        &["add", "label", ":web"],
        "invalid label: ':web' (need k:v pair where v may be quoted)",
    );
    fails(
        &["add", "label", "a:b", "--include-templates"],
        "--without-selector flag must be specified for --include-templates to work",
    );
    let labelled = format!("{REWRITTEN}commonLabels:\n  tier: web\n");
    let again = edit(&labelled, &["add", "label", "tier:db"]);
    assert!(
        again.err.starts_with(
            "Error: label tier already in kustomization file. Use --force to override.\n"
        ),
        "{}",
        again.err
    );
    assert_eq!(
        edit(&labelled, &["add", "label", "-f", "tier:db"]).file,
        labelled.replace("web", "db")
    );
    assert_eq!(
        edit(&labelled, &["remove", "label", "tier"]).file,
        REWRITTEN
    );
}

#[test]
fn patches_are_added_and_removed() {
    appends(
        &["add", "patch", "--path", "p.yaml"],
        "patches:\n- path: p.yaml\n",
    );
    appends(
        &[
            "add",
            "patch",
            "--path",
            "p.yaml",
            "--kind",
            "ConfigMap",
            "--name",
            "one",
            "--label-selector",
            "a=b",
        ],
        "patches:\n- path: p.yaml\n  target:\n    kind: ConfigMap\n    labelSelector: a=b\n    name: one\n",
    );
    let json = "[{\"op\": \"add\", \"path\": \"/data\", \"value\": {\"a\": \"b\"}}]";
    appends(
        &["add", "patch", "--kind", "ConfigMap", "--patch", json],
        &format!("patches:\n- patch: '{json}'\n  target:\n    kind: ConfigMap\n"),
    );
    let patched = format!("{REWRITTEN}patches:\n- path: p.yaml\n");
    assert_eq!(
        edit(&patched, &["remove", "patch", "--path", "p.yaml"]).file,
        REWRITTEN
    );
    assert_eq!(
        edit(
            &patched,
            &["remove", "patch", "--path", "p.yaml", "--kind", "Pod"]
        )
        .file,
        patched
    );
    let again = edit(&patched, &["add", "patch", "--path", "p.yaml"]);
    assert_eq!((again.code, again.file.as_str()), (0, patched.as_str()));
    let absent = edit(&patched, &["remove", "patch", "--patch", "x"]);
    assert_eq!(
        (absent.code, absent.err.as_str()),
        (0, "patch x doesn't exist in kustomization file\n")
    );
    fails(&["add", "patch"], "must provide either patch or path");
    fails(
        &["add", "patch", "--patch", "a", "--path", "b"],
        "patch and path can't be set at the same time",
    );
}
