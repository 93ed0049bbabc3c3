//! What helm says when something is wrong, and what is left afterwards. Where the real helm is here, it says the same.

use serde_json::json;

use crate::releases::{CONFIG_MAPS, Releases, SECRETS, Tool, packed};

const MAP: &str =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ok}\ndata: {v: {{ .Values.v | quote }}}\n";
const BAD_SERVICE: &str =
    "apiVersion: v1\nkind: Service\nmetadata: {name: bad}\nspec: {ports: [{port: 99999}]}\n";
const UNKNOWN: &str = "apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: x}\n";
const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec:\n  selector: {matchLabels: {app: {{ .Values.v }}-x}}\n  template:\n    metadata: {labels: {app: {{ .Values.v }}-x}}\n    spec: {containers: [{name: c, image: nginx}]}\n";

/// Runs the same in a namespace of each tool's own; they say the same, and exit alike. What ours says besides stands below, behind an
/// empty line.
async fn alike(releases: &Releases, what: &str, steps: &[&[&str]]) -> Vec<String> {
    let mut said: Vec<Vec<String>> = Vec::new();
    for tool in releases.tools() {
        let namespace = format!("{what}-{}", said.len());
        releases.namespace(&namespace).await;
        let mut texts = Vec::new();
        for step in steps {
            let ran = releases.run(tool, &namespace, step);
            let text = format!("{:?} {}", ran.code, ran.stderr);
            texts.push(text.replace(&namespace, "NS"));
        }
        said.push(texts);
    }
    if let [ours, theirs] = said.as_slice() {
        for (ours, theirs) in ours.iter().zip(theirs) {
            let is_explained = ours.starts_with(&format!("{theirs}\n"));
            assert!(
                ours == theirs || is_explained,
                "{what}: {ours}\nrather than\n{theirs}"
            );
        }
    }
    said.swap_remove(0)
}

#[tokio::test]
async fn objects_that_the_server_refuses_halfway() {
    let releases = Releases::start().await;
    let chart = releases.chart("half", &[("a.yaml", MAP), ("b.yaml", BAD_SERVICE)]);
    let said = alike(&releases, "half", &[&["install", "r", &chart]]).await;
    let wanted = "Some(1) Error: INSTALLATION FAILED: server-side apply failed for object NS/bad /v1, Kind=Service: Service \"bad\" is invalid: ";
    assert!(said[0].starts_with(wanted), "{}", said[0]);
    let left = "\n\napplied: ConfigMap/ok\nrefused: Service/bad\nRevision 1 is recorded as failed. Once the cause is mended, `helm upgrade r CHART -n NS` goes on from it; `helm uninstall r -n NS` takes away what was applied.\n";
    assert!(said[0].ends_with(left), "{}", said[0]);
    assert_eq!(releases.owned("half-0").await, ["ok"]);
    let history = releases.must(Tool::Kaeru, "half-0", &["history", "r", "-o", "json"]);
    assert!(history.contains(r#""status":"failed""#), "{history}");
    let mended = releases.chart("half", &[("a.yaml", MAP)]);
    releases.must(Tool::Kaeru, "half-0", &["upgrade", "r", &mended]);
}

#[tokio::test]
async fn kinds_and_fields_that_cannot_be() {
    let releases = Releases::start().await;
    let unknown = releases.chart("unknown", &[("a.yaml", UNKNOWN)]);
    let said = alike(&releases, "unknown", &[&["install", "r", &unknown]]).await;
    assert_eq!(
        said[0],
        "Some(1) Error: INSTALLATION FAILED: unable to build kubernetes objects from release manifest: resource mapping not found for name: \"x\" namespace: \"\" from \"\": no matches for kind \"Foo\" in version \"example.com/v1\"\nensure CRDs are installed first\n\nNothing was changed. The cluster does not have the kind Foo: its definition comes first, from `crds/` of a chart or by `kubectl apply`.\n"
    );
    assert_eq!(releases.must(Tool::Kaeru, "unknown-0", &["list", "-q"]), "");
    let fixed = releases.chart("fixed", &[("d.yaml", DEPLOYMENT)]);
    let upgrade = ["upgrade", "r", &fixed, "--set", "v=b"];
    let install = ["install", "r", &fixed, "--set", "v=a"];
    let back = ["rollback", "r"];
    let said = alike(&releases, "fixed", &[&install, &upgrade, &back]).await;
    assert!(said[1].contains("field is immutable"), "{}", said[1]);
    let left = "\n\nrefused: Deployment/d\nRevision 2 is recorded as failed. `helm rollback r 1 -n NS` goes back to revision 1; once the cause is mended, `helm upgrade` goes on.\nA field that is immutable changes only with the object: `kubectl delete` it, then repeat the command.\n";
    assert!(said[1].ends_with(left), "{}", said[1]);
    assert_eq!(said[2], "Some(0) ");
}

#[tokio::test]
async fn fields_and_objects_of_others() {
    let releases = Releases::start().await;
    let chart = releases.chart("web", &[("a.yaml", MAP)]);
    for (position, tool) in releases.tools().into_iter().enumerate() {
        let namespace = &format!("theirs-{position}");
        releases.namespace(namespace).await;
        releases.must(tool, namespace, &["install", "r", &chart]);
        let patch = json!({"data": {"v": "mine"}});
        releases.edit(&CONFIG_MAPS, namespace, "ok", &patch).await;
        let refused = releases.run(tool, namespace, &["upgrade", "r", &chart, "--set", "v=2"]);
        let conflict = format!(
            "Error: UPGRADE FAILED: conflict occurred while applying object {namespace}/ok /v1, Kind=ConfigMap: Apply failed with 1 conflict: conflict with \"test\" using v1: .data.v\n"
        );
        assert!(
            refused.stderr.contains(&conflict),
            "{tool:?}: {}",
            refused.stderr
        );
        if tool == Tool::Kaeru {
            let ways = "once the cause is mended, `helm upgrade` goes on.\n--force-conflicts takes over the fields that others manage.\n";
            assert!(refused.stderr.ends_with(ways), "{}", refused.stderr);
        }
        let foreign = releases.run(tool, namespace, &["install", "other", &chart]);
        let wanted = format!(
            "Error: INSTALLATION FAILED: unable to continue with install: ConfigMap \"ok\" in namespace \"{namespace}\" exists and cannot be imported into the current release: invalid ownership metadata; annotation validation error: key \"meta.helm.sh/release-name\" must equal \"other\": current value is \"r\"\n"
        );
        let remedy =
            "\nNothing was changed. --take-ownership makes the object part of this release.\n";
        let remedy = if tool == Tool::Kaeru { remedy } else { "" };
        assert_eq!(foreign.stderr, format!("{wanted}{remedy}"), "{tool:?}");
        releases.must(
            tool,
            namespace,
            &[
                "install",
                "other",
                &chart,
                "--take-ownership",
                "--force-conflicts",
            ],
        );
        let uninstalled = releases.run(tool, namespace, &["uninstall", "r"]);
        assert!(uninstalled.stdout.contains("1 resource(s) were not deleted because they are not owned by this release:\n[ConfigMap] ok\n"), "{tool:?}: {}", uninstalled.stdout);
    }
}

fn record(name: &str, payload: &str) -> serde_json::Value {
    json!({
        "apiVersion": "v1", "kind": "Secret", "type": "helm.sh/release.v1",
        "metadata": {
            "name": format!("sh.helm.release.v1.{name}.v1"),
            "labels": {"name": name, "owner": "helm", "status": "deployed", "version": "1"},
        },
        "data": {"release": payload},
    })
}

#[tokio::test]
async fn records_that_are_corrupt_or_from_the_future() {
    let releases = Releases::start().await;
    releases.namespace("records").await;
    let chart = releases.chart("web", &[("a.yaml", MAP)]);
    releases.must(Tool::Kaeru, "records", &["install", "good", &chart]);
    let future = json!({
        "name": "future", "version": 1, "namespace": "records", "manifest": "", "invented": {"later": [1]},
        "info": {"status": "levitating", "description": "?", "last_deployed": "2030-01-01T00:00:00Z"}, "apply_method": "telepathy",
    });
    let secrets = [
        record("corrupt", "bm90IGEgcmVjb3Jk"),
        record("future", &packed::pack(&future.to_string())),
    ];
    for secret in &secrets {
        let made = releases.api().create(&SECRETS, "records", secret);
        made.await.expect("it is accepted");
    }
    let mut lists = Vec::new();
    for tool in releases.tools() {
        lists.push(releases.must(tool, "records", &["list", "-q"]));
    }
    assert_eq!(lists[0], "good\n");
    lists.dedup();
    assert_eq!(lists.len(), 1, "{lists:?}");
    let corrupt = releases.run(Tool::Kaeru, "records", &["status", "corrupt"]);
    assert_eq!(corrupt.code, Some(1));
    assert!(
        corrupt
            .stderr
            .starts_with("Error: sh.helm.release.v1.corrupt.v1: the record cannot be read: "),
        "{}",
        corrupt.stderr
    );
    let remedy = "`kubectl delete secret sh.helm.release.v1.corrupt.v1`";
    assert!(corrupt.stderr.contains(remedy), "{}", corrupt.stderr);
    releases.must(
        Tool::Kaeru,
        "records",
        &["upgrade", "future", &chart, "--take-ownership"],
    );
}

#[tokio::test]
async fn a_pending_record_of_helm_wants_to_be_unlocked() {
    let releases = Releases::start().await;
    releases.namespace("stuck").await;
    let chart = releases.chart("web", &[("a.yaml", MAP)]);
    releases.must(Tool::Kaeru, "stuck", &["install", "r", &chart]);
    let mut pending: serde_json::Value =
        serde_json::from_str(&releases.record("stuck", "r", 1).await).expect("it is JSON");
    pending["version"] = 2.into();
    pending["info"]["status"] = "pending-upgrade".into();
    let mut secret = record("r", &packed::pack(&pending.to_string()));
    secret["metadata"]["name"] = "sh.helm.release.v1.r.v2".into();
    secret["metadata"]["labels"] =
        json!({"name": "r", "owner": "helm", "status": "pending-upgrade", "version": "2"});
    let made = releases.api().create(&SECRETS, "stuck", &secret);
    made.await.expect("it is accepted");
    let refused = releases.run(Tool::Kaeru, "stuck", &["upgrade", "r", &chart]);
    let text = "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress\n\nRevision 2 is pending-upgrade since ";
    assert!(refused.stderr.starts_with(text), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("add --unlock"),
        "{}",
        refused.stderr
    );
    releases.must(Tool::Kaeru, "stuck", &["upgrade", "r", &chart, "--unlock"]);
    let history = releases.must(Tool::Kaeru, "stuck", &["history", "r", "-o", "json"]);
    assert!(history.contains(r#""revision":3,"#), "{history}");
}

#[tokio::test]
async fn values_that_would_be_dropped_are_told() {
    let releases = Releases::start().await;
    releases.namespace("values").await;
    let chart = releases.chart("web", &[("a.yaml", MAP)]);
    releases.must(
        Tool::Kaeru,
        "values",
        &["install", "r", &chart, "--set", "v=7"],
    );
    let strict = ["upgrade", "r", &chart, "--set", "w=1", "--strict-values"];
    let refused = releases.run(Tool::Kaeru, "values", &strict);
    assert_eq!(
        refused.stderr,
        "Error: UPGRADE FAILED: revision 1 was given values that this upgrade does not repeat; they fall back:\n  v: 7.0 -> \"1\" (the chart's default)\nhint: --reset-then-reuse-values keeps them; --reset-values says that they are to go\nrefused because of --strict-values; nothing was changed\n"
    );
    let warned = releases.run(Tool::Kaeru, "values", &strict[..5]);
    assert_eq!(warned.code, Some(0));
    assert!(
        warned
            .stderr
            .starts_with("warning: revision 1 was given values"),
        "{}",
        warned.stderr
    );
    let kept = [
        "upgrade",
        "r",
        &chart,
        "--set",
        "u=1",
        "--reset-then-reuse-values",
        "--strict-values",
    ];
    assert_eq!(releases.run(Tool::Kaeru, "values", &kept).stderr, "");
}
