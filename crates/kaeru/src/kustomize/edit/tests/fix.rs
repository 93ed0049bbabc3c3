//! Old fields, and variables.

use std::fs;

use cobra::Capture;

use super::edit;

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

/// The fields and files are those that the real one made of the same input.
#[test]
fn fix_turns_variables_into_replacements() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let pod = |first: &str, second: &str| {
        format!(
            "# a pod
apiVersion: v1
kind: Pod
metadata: {{name: p}}   # its name
spec:
  containers:
  - name: c
    args: [\"{first}\", '{second}']   # both
"
        )
    };
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n";
    fs::write(path("one.yaml"), map).expect("written");
    fs::write(path("pod.yaml"), pod("$(CMNAME)", "x-$(CMNAME)")).expect("written");
    let head = "resources:\n- one.yaml\n- pod.yaml\n";
    let vars = "vars:\n- name: CMNAME\n  objref: {apiVersion: v1, kind: ConfigMap, name: one}\n";
    fs::write(path("kustomization.yaml"), format!("{head}{vars}")).expect("written");
    let mut capture = Capture {
        cwd: directory.path().to_path_buf(),
        ..Capture::default()
    };
    let words = ["edit", "fix", "--vars"].map(str::to_owned);
    assert_eq!(crate::kustomize::run(&words, &mut capture.io()), 0);
    assert!(capture.err().ends_with("  vars -> replacements\n"));
    let read = |name: &str| fs::read_to_string(path(name)).expect("read");
    let changed = pod("CMNAME_PLACEHOLDER", "x-CMNAME_PLACEHOLDER");
    assert_eq!(read("pod.yaml"), changed);
    assert_eq!(read("one.yaml"), map);
    let after = format!(
        "{head}apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
replacements:
- source:
    kind: ConfigMap
    name: one
    version: v1
  targets:
  - fieldPaths:
    - spec.containers.0.args.0
    select:
      kind: Pod
      name: p
      version: v1
  - fieldPaths:
    - spec.containers.0.args.1
    options:
      delimiter: '-'
      index: 1
    select:
      kind: Pod
      name: p
      version: v1
"
    );
    assert_eq!(read("kustomization.yaml"), after);
}
