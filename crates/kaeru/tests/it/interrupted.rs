//! A command that is killed, at every request that it makes.
//!
//! A proxy on loopback counts the requests of an install or an upgrade and kills the process when one of a given number arrives,
//! before the server gets it. That is done for every number, until the command gets through.

mod proxy;

use std::process::Stdio;

use serde_json::Value;

use crate::releases::{CONFIG_MAPS, Releases, SECRETS, SERVICE_ACCOUNTS, Tool};
use proxy::Proxy;

const KEPT: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\ndata:\n  v: {{ .Values.v | quote }}\n";
const ONLY_OLD: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: only-old\ndata: {}\n";
const ONLY_NEW: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: only-new\ndata: {}\n";
const ACCOUNT: &str = "apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: kept\n";
const HOOK: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hook\n  annotations:\n    helm.sh/hook: pre-install,pre-upgrade\ndata: {}\n";

/// Commands that take more requests than this have got stuck.
const MOST_REQUESTS: usize = 60;

/// Runs a command through the proxy, killed at a request; whether it got through.
async fn run_killed(
    releases: &Releases,
    proxy: &Proxy,
    namespace: &str,
    args: &[&str],
    at: usize,
) -> bool {
    proxy.arm(at);
    let mut command = releases.command(Tool::Kaeru);
    command
        .args(args)
        .args(["-n", namespace])
        .env("KUBECONFIG", proxy.kubeconfig())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    proxy.set_victim(child.id());
    let ended = tokio::task::spawn_blocking(move || child.wait()).await;
    let status = ended.expect("it does not panic").expect("it ends");
    proxy.disarm();
    status.success()
}

/// Every object of a release is named by a record that is there.
async fn no_object_without_a_record(releases: &Releases, namespace: &str, at: usize) {
    let owned = releases.owned(namespace).await;
    let mut manifests = String::new();
    let list = releases
        .api()
        .list(&SECRETS, namespace, "labelSelector=owner%3Dhelm");
    for secret in list.await.expect("it is served").items {
        let payload = secret["data"]["release"]
            .as_str()
            .expect("it has a payload");
        manifests.push_str(&crate::releases::packed::unpack(payload));
    }
    for name in owned {
        let named = manifests.contains(&format!("name: {name}\\n"));
        assert!(named, "killed at request {at}: no record names {name}");
    }
}

async fn value(releases: &Releases, namespace: &str, name: &str) -> Option<Value> {
    let map = releases.object(&CONFIG_MAPS, namespace, name).await;
    map.map(|map| map["data"].to_value())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_install_is_gone_on_from() {
    let releases = Releases::start().await;
    let proxy = Proxy::start(releases.kubeconfig()).await;
    let files = [
        ("kept.yaml", KEPT),
        ("account.yaml", ACCOUNT),
        ("new.yaml", ONLY_NEW),
        ("hook.yaml", HOOK),
    ];
    let chart = releases.chart("web", &files);
    for at in 1..=MOST_REQUESTS {
        let namespace = &format!("install-{at}");
        releases.namespace(namespace).await;
        let through = run_killed(&releases, &proxy, namespace, &["install", "r", &chart], at).await;
        no_object_without_a_record(&releases, namespace, at).await;
        if through {
            assert!(at > 8, "it took {at} requests");
            return;
        }
        let go_on = ["upgrade", "--install", "r", &chart, "--set", "v=2"];
        releases.must(Tool::Kaeru, namespace, &go_on);
        assert_eq!(
            releases.owned(namespace).await,
            ["kept", "only-new"],
            "killed at request {at}"
        );
        let kept = value(&releases, namespace, "kept").await;
        assert_eq!(kept, Some(serde_json::json!({"v": "2"})));
        releases.must(Tool::Kaeru, namespace, &["uninstall", "r"]);
        assert_eq!(releases.owned(namespace).await, Vec::<String>::new());
    }
    panic!("it never got through");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_is_gone_on_from_and_undone() {
    let releases = Releases::start().await;
    let proxy = Proxy::start(releases.kubeconfig()).await;
    let shared = [
        ("kept.yaml", KEPT),
        ("account.yaml", ACCOUNT),
        ("hook.yaml", HOOK),
    ];
    let old = releases.chart("old", &[&shared[..], &[("old.yaml", ONLY_OLD)]].concat());
    let new = releases.chart("new", &[&shared[..], &[("new.yaml", ONLY_NEW)]].concat());
    let upgrade = ["upgrade", "r", &new, "--set", "v=2"];
    for at in 1..=MOST_REQUESTS {
        let (undone, done) = (format!("undone-{at}"), format!("done-{at}"));
        let mut through = false;
        for namespace in [&undone, &done] {
            releases.namespace(namespace).await;
            releases.must(Tool::Kaeru, namespace, &["install", "r", &old]);
            through = run_killed(&releases, &proxy, namespace, &upgrade, at).await;
            no_object_without_a_record(&releases, namespace, at).await;
            assert!(
                releases
                    .object(&SERVICE_ACCOUNTS, namespace, "kept")
                    .await
                    .is_some(),
                "killed at request {at}: an object of both revisions is gone"
            );
        }
        if through {
            assert!(at > 8, "it took {at} requests");
            return;
        }
        releases.must(Tool::Kaeru, &undone, &["rollback", "r", "1"]);
        assert_eq!(
            releases.owned(&undone).await,
            ["kept", "only-old"],
            "killed at request {at}"
        );
        let kept = value(&releases, &undone, "kept").await;
        assert_eq!(kept, Some(serde_json::json!({"v": "1"})));
        releases.must(Tool::Kaeru, &done, &upgrade);
        assert_eq!(
            releases.owned(&done).await,
            ["kept", "only-new"],
            "killed at request {at}"
        );
        let status = releases.must(Tool::Kaeru, &done, &["list", "-o", "json"]);
        assert!(status.contains(r#""status":"deployed""#), "{status}");
    }
    panic!("it never got through");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_at_work_is_named_and_waited_for() {
    let releases = Releases::start().await;
    let proxy = Proxy::start(releases.kubeconfig()).await;
    let chart = releases.chart("web", &[("kept.yaml", KEPT)]);
    releases.namespace("held").await;
    releases.must(Tool::Kaeru, "held", &["install", "r", &chart]);
    let list = releases.must(Tool::Kaeru, "held", &["list", "-q"]);
    assert_eq!(list, "r\n");
    // Held back at the first request behind that of the pending record, the process lives on.
    proxy.hold_after_record();
    let mut command = releases.command(Tool::Kaeru);
    command
        .args(["upgrade", "r", &chart, "-n", "held"])
        .env("KUBECONFIG", proxy.kubeconfig());
    let mut child = command.spawn().expect("it runs");
    proxy.until_held().await;
    for args in [
        &["upgrade", "r", &chart][..],
        &["rollback", "r"],
        &["uninstall", "r"],
    ] {
        let refused = releases.run(Tool::Kaeru, "held", args);
        assert_eq!(refused.code, Some(1), "{args:?}");
        let who = "Revision 2 is pending-upgrade since ";
        assert!(refused.stderr.contains(who), "{}", refused.stderr);
        let process = format!("by process {} on ", child.id());
        assert!(refused.stderr.contains(&process), "{}", refused.stderr);
    }
    child.kill().expect("it lives");
    child.wait().expect("it was killed");
    releases.must(Tool::Kaeru, "held", &["rollback", "r", "1"]);
}
