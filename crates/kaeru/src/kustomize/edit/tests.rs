//! Files before and after commands, as the real kustomize 5.8.1 changes them.

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
fn generators_are_added_and_changed() {
    appends(
        &[
            "add",
            "configmap",
            "app",
            "--from-literal=k=v",
            "--from-literal=n=1",
            "--from-file=p.yaml",
            "--from-file=cfg=one.yaml",
        ],
        "configMapGenerator:\n- files:\n  - p.yaml\n  - cfg=one.yaml\n  literals:\n  - k=v\n  - n=1\n  name: app\n",
    );
    appends(
        &[
            "add",
            "configmap",
            "app",
            "--from-env-file=p.yaml",
            "--behavior=merge",
            "--namespace",
            "x",
            "--disableNameSuffixHash",
        ],
        "configMapGenerator:\n- behavior: merge\n  envs:\n  - p.yaml\n  name: app\n  namespace: x\n  options:\n    disableNameSuffixHash: true\n",
    );
    appends(
        &["add", "secret", "tok", "--from-literal=k=v"],
        "secretGenerator:\n- literals:\n  - k=v\n  name: tok\n  type: Opaque\n",
    );
    let generated =
        format!("{REWRITTEN}configMapGenerator:\n- literals:\n  - a=1\n  - b=2\n  name: app\n");
    assert_eq!(
        edit(
            &generated,
            &["set", "configmap", "app", "--from-literal=a=7"]
        )
        .file,
        generated.replace("a=1", "a=7")
    );
    assert_eq!(
        edit(
            &generated,
            &["add", "configmap", "app", "--from-literal=z=9"]
        )
        .file,
        generated.replace("b=2", "b=2\n  - z=9")
    );
    assert_eq!(
        edit(&generated, &["remove", "configmap", "app"]).file,
        REWRITTEN
    );
    let missing = edit(
        &generated,
        &["set", "configmap", "app", "--from-literal=zz=7"],
    );
    assert!(missing.err.starts_with("Error: failed to create configmap: failed to update literal sources: key 'zz' not found in resource\n"), "{}", missing.err);
    fails(
        &["remove", "configmap", "app"],
        "no specified configmap(s) were found in the kustomization.yaml file",
    );
    fails(
        &[
            "add",
            "configmap",
            "app",
            "--from-literal=a=b",
            "--behavior=x",
        ],
        "failed to validate flags: invalid behavior: must be one of \"create\", \"merge\", or \"replace\"",
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
    fails(&["add", "patch"], "must provide either patch or path");
    fails(
        &["add", "patch", "--patch", "a", "--path", "b"],
        "patch and path can't be set at the same time",
    );
}

#[test]
fn fix_moves_old_fields() {
    let before = "resources:
- one.yaml

# about patches
patches:
- path: p.yaml
# sm
patchesStrategicMerge:
- p.yaml
patchesJson6902:
- patch: \"[]\"
  target: {version: v1, kind: ConfigMap, name: one}
# end fields
images:
- name: b
  newTag: \"1\"
  # gone?
";
    let after = "resources:
- one.yaml

# about patches
patches:
- path: p.yaml
- patch: '[]'
  target:
    kind: ConfigMap
    name: one
    version: v1
- path: p.yaml
# sm
# end fields
images:
- name: b
  newTag: \"1\"
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
";
    assert_eq!(edit(before, &["fix"]).file, after);
}

#[test]
fn a_comment_in_a_block_scalar_is_taken_for_one() {
    let before = "resources:
- one.yaml
patches:
- patch: |-
    # shown twice
    - op: add
      path: /data
      value: {}
  target: {kind: ConfigMap}
";
    let after = "resources:
- one.yaml
    # shown twice
patches:
- patch: |-
    # shown twice
    - op: add
      path: /data
      value: {}
  target:
    kind: ConfigMap
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: x
";
    assert_eq!(edit(before, &["set", "namespace", "x"]).file, after);
}
