//! Whoever watches a rollout in a terminal sees pods and traffic move.

use apimachinery::{Clock, SystemClock};
use cluster::{InMemoryCluster, InMemoryOptions};
use cobra::{Capture, Terminals};

const WEB: &str = "
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: 'nginx:1.25'
        ports: [{containerPort: 8080}]
        readinessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 1}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 8080}]}
";

#[test]
fn a_person_sees_revisions_pods_and_traffic_until_the_rollout_is_complete() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = InMemoryOptions {
        epoch: SystemClock.now(),
        ..InMemoryOptions::default()
    };
    let cluster = runtime.block_on(InMemoryCluster::start(options)).unwrap();
    let client = runtime.block_on(async { cluster.client() });
    let kubectl = |line: &str, stdin: &str, watched: bool| {
        let mut capture = Capture::default();
        let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let code = {
            let mut io = capture.io();
            io.stdin = Box::new(stdin.as_bytes());
            io.terminals = Terminals {
                stdout: watched,
                ..Terminals::default()
            };
            kubectl::run_in_process(&args, &mut io, client.clone(), runtime.handle().clone())
        };
        assert_eq!(code, 0, "{line}: {}{}", capture.out(), capture.err());
        capture.out()
    };
    kubectl("apply -f -", WEB, false);
    kubectl("rollout status deployment/web", "", false);
    kubectl("set image deployment/web app=nginx:1.26", "", false);
    let seen = kubectl("rollout status deployment/web", "", true);
    runtime.block_on(cluster.stop());

    for part in [
        "  REVISION  TRAFFIC  IMAGES      PODS\n",
        "  1         100 %    nginx:1.25  \x1b[32m●",
        "  2         0 %      nginx:1.26  \x1b[33m○",
    ] {
        assert!(seen.contains(part), "{part:?} is not in:\n{seen}");
    }
    let left = seen.rsplit("\x1b[J").next().unwrap();
    assert_eq!(left, "deployment \"web\" successfully rolled out\n");
}
