//! `kaeru up`, `status` and `down`, and what keeps a cluster from starting.

use std::net::TcpListener;

use clientgo::resources;
use nix::sys::signal::Signal;
use serde_json::Value;

use crate::process::{Up, complaint, kaeru};

#[test]
fn a_detached_cluster_is_found_asked_and_ended() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let data = dir.path().join("data");
    let before = kaeru(&["status"], &data);
    assert_eq!(before.status.code(), Some(3));
    assert_eq!(
        complaint(&before),
        format!(
            "error: no cluster runs on {}\nhint: `kaeru up` starts one\n",
            data.display()
        )
    );

    let up = kaeru(&["up", "--detach", "--port", "0", "--nodes", "2"], &data);
    assert!(up.status.success(), "{}", complaint(&up));
    let status = kaeru(&["status", "-o", "json"], &data);
    let report: Value = serde_json::from_slice(&status.stdout).expect("it is JSON");
    assert_eq!(report["nodes"], serde_json::json!({"part": 2, "all": 2}));
    assert_eq!(report["pods"]["all"], 0);

    let second = kaeru(&["up", "--detach", "--port", "0"], &data);
    assert_eq!(second.status.code(), Some(1));
    let holder = format!(
        "is held by the cluster of process {} at {}",
        report["pid"],
        report["server"].as_str().expect("it is text")
    );
    assert!(
        complaint(&second).contains(&holder),
        "{}",
        complaint(&second)
    );

    let down = kaeru(&["down"], &data);
    assert!(down.status.success(), "{}", complaint(&down));
    assert!(!data.join("kubeconfig").exists());
    assert_eq!(kaeru(&["down"], &data).status.code(), Some(1));
}

#[test]
fn a_port_that_is_taken_is_named() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it is bound").port().to_string();
    for detach in [None, Some("--detach")] {
        let args: Vec<&str> = ["up", "--port", &port].into_iter().chain(detach).collect();
        let up = kaeru(&args, dir.path());
        assert_eq!(up.status.code(), Some(1));
        let expected = format!(
            "error: listen on 127.0.0.1:{port}: Address already in use (os error 98)\nhint: `--port 0` takes any port that is free\n"
        );
        assert_eq!(complaint(&up), expected);
    }
}

#[test]
fn a_directory_that_cannot_be_used_is_named() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("it is writable");
    let up = kaeru(&["up", "--port", "0"], &file.join("data"));
    assert_eq!(up.status.code(), Some(1));
    let expected = format!(
        "error: use the data directory {}/data: Not a directory",
        file.display()
    );
    assert!(complaint(&up).starts_with(&expected), "{}", complaint(&up));
}

#[tokio::test]
async fn what_was_there_is_there_after_a_restart() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let up = Up::start(dir.path()).await;
    let first = up
        .api
        .list(&resources::NAMESPACES, "", "")
        .await
        .expect("it is served")
        .items;
    assert!(up.interrupt());
    let up = Up::start(dir.path()).await;
    let second = up
        .api
        .list(&resources::NAMESPACES, "", "")
        .await
        .expect("it is served")
        .items;
    let uids = |namespaces: &[clientgo::Object]| -> Vec<String> {
        namespaces
            .iter()
            .map(|namespace| namespace.uid().to_owned())
            .collect()
    };
    assert_eq!(uids(&first), uids(&second));
    assert!(up.interrupt());
}

#[tokio::test]
async fn whoever_ends_it_finds_everything_tidied_up() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let up = Up::start(dir.path()).await;
        assert!(dir.path().join("kubeconfig").exists());
        assert!(up.end_by(signal), "{signal}");
        assert!(!dir.path().join("kubeconfig").exists(), "{signal}");
        let status = kaeru(&["status"], dir.path());
        assert_eq!(status.status.code(), Some(3), "{}", complaint(&status));
    }
}

#[tokio::test]
async fn a_second_cluster_on_one_directory_says_who_holds_it() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let up = Up::start(dir.path()).await;
    let second = kaeru(&["up", "--port", "0"], dir.path());
    assert_eq!(second.status.code(), Some(1));
    let told = complaint(&second);
    let held = format!(
        "error: the data directory {} is held by the cluster of process {}",
        dir.path().display(),
        up.id()
    );
    assert!(told.starts_with(&held), "{told}");
    assert!(
        told.ends_with(&format!(
            "\nhint: `kaeru down --data {}` ends it\n",
            dir.path().display()
        )),
        "{told}"
    );
    assert!(up.interrupt());
}
