//! What kubectl says to command lines that need no server.

use cobra::Capture;

fn kubectl(line: &str) -> (u8, String, String) {
    let args = crate::shell_words::split(line);
    let mut capture = Capture::default();
    let code = kubectl::run(&args, &mut capture.io(), None);
    (code, capture.out(), capture.err())
}

fn refused(line: &str, complaint: &str) {
    assert_eq!(
        kubectl(line),
        (1, String::new(), format!("{complaint}\n")),
        "{line}"
    );
}

#[test]
fn unknown_words_and_flags() {
    refused(
        "gett",
        "error: unknown command \"gett\" for \"kubectl\"\n\nDid you mean this?\n\tset\n\tget",
    );
    refused(
        "rollout foo",
        "error: unknown command \"foo\"\nSee 'kubectl rollout -h' for help and examples",
    );
    refused(
        "get --foo",
        "error: unknown flag: --foo\nSee 'kubectl get --help' for usage.",
    );
    refused(
        "get -o",
        "error: flag needs an argument: 'o' in -o\nSee 'kubectl get --help' for usage.",
    );
    refused(
        "rollout status deploy/x --timeout=x",
        "error: invalid argument \"x\" for \"--timeout\" flag: time: invalid duration \"x\"\nSee 'kubectl rollout status --help' for usage.",
    );
}

#[test]
fn what_is_missing_is_said() {
    refused("scale", "error: required flag(s) \"replicas\" not set");
    refused("rollout status", "error: required resource not specified");
    refused("apply", "error: must specify one of -f and -k");
    refused(
        "create deployment --image=x",
        "error: exactly one NAME is required, got 0\nSee 'kubectl create deployment -h' for help and examples",
    );
    refused(
        "completion",
        "error: Shell not specified.\nSee 'kubectl completion -h' for help and examples",
    );
}

#[test]
fn a_verb_that_is_not_there_says_so() {
    let (code, _, complaint) = kubectl("certificate approve web");
    assert_eq!(code, 1);
    assert!(
        complaint.starts_with("error: \"kubectl certificate\" is not available in Kaeru"),
        "{complaint}"
    );
}

#[test]
fn objects_from_flags_need_no_server() {
    let (code, out, _) = kubectl(
        "create deployment web --image=nginx:1.25 --replicas=2 --port=80 --dry-run=client -o yaml",
    );
    let expected = "apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    app: web
  name: web
spec:
  replicas: 2
  selector:
    matchLabels:
      app: web
  strategy: {}
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - image: nginx:1.25
        name: nginx
        ports:
        - containerPort: 80
        resources: {}
status: {}
";
    assert_eq!((code, out.as_str()), (0, expected));
    assert_eq!(
        kubectl("create ns x --dry-run=client").1,
        "namespace/x created (dry run)\n"
    );
    assert_eq!(
        kubectl("create secret generic x --from-literal=a=b --dry-run=client -o yaml").1,
        "apiVersion: v1\ndata:\n  a: Yg==\nkind: Secret\nmetadata:\n  name: x\n"
    );
}

#[test]
fn help_is_laid_out_in_sections() {
    let (code, out, _) = kubectl("rollout undo --help");
    assert_eq!(code, 0);
    assert!(out.starts_with("Go back to an earlier revision"), "{out}");
    assert!(
        out.contains("\n\nOptions:\n    --allow-missing-template-keys=true:\n\t"),
        "{out}"
    );
    assert!(out.ends_with(
        "\n\nUsage:\n  kubectl rollout undo (TYPE NAME | TYPE/NAME) [flags] [options]\n\nUse \"kubectl options\" for a list of global command-line options (applies to all commands).\n"
    ), "{out}");
    let (_, out, _) = kubectl("rollout -h");
    let commands = "\n\nAvailable Commands:\n  history       View rollout history\n  pause         Mark the provided resource as paused\n";
    assert!(out.contains(commands), "{out}");
}

#[test]
fn without_any_cluster_the_way_to_one_is_named() {
    refused(
        "get pods",
        "error: no cluster is configured and no embedded one is running: start one with `kaeru up`, or set KUBECONFIG",
    );
}
