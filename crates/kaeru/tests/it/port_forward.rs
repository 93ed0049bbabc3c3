//! A port of a pod on this machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use clientgo::{Key, resources};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::json;

use crate::process::Up;

/// A command that runs until the test is over.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

fn answer(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("somebody listens");
    stream
        .write_all(b"GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n")
        .expect("it takes a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_reach_the_pod_until_the_command_is_ended() {
    let dir = tempfile::tempdir().expect("there is a place for temporary files");
    let data = dir.path().join("data");
    let up = Up::start(&data).await;
    let probe = json!({"tcpSocket": {"port": 8080}, "periodSeconds": 1});
    let container = json!({"name": "app", "image": "nginx:1.25", "ports": [{"name": "http", "containerPort": 8080}], "readinessProbe": probe});
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": {"containers": [container]}});
    up.api
        .create(&resources::PODS, "default", &pod)
        .await
        .expect("it is accepted");
    let is_ready = async || {
        let pod = up
            .api
            .get(&resources::PODS, &Key::new("default", "web"))
            .await;
        let pod = pod.expect("it is there");
        pod["status"]["conditions"]
            .to_values()
            .iter()
            .any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
    };
    while !is_ready().await {
        tokio::task::yield_now().await;
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_kaeru"));
    command
        .args([
            "kubectl",
            "port-forward",
            "pod/web",
            ":http",
            "--address",
            "127.0.0.1",
        ])
        .env("KUBECONFIG", data.join("kubeconfig"))
        .stdout(Stdio::piped());
    let mut forwarding = Running(command.spawn().expect("it starts"));
    let out = forwarding.0.stdout.take().expect("it is piped");
    let mut lines = BufReader::new(out).lines();
    let mut line = || lines.next().expect("it goes on").expect("it is text");
    let first = line();
    let port = first
        .strip_prefix("Forwarding from 127.0.0.1:")
        .and_then(|rest| rest.strip_suffix(" -> 8080"));
    let port: u16 = port.expect("it says where").parse().expect("it is a port");
    for _ in 0..2 {
        let answer = answer(port);
        assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
        assert!(answer.contains("pod: web\n"), "{answer}");
        assert_eq!(line(), format!("Handling connection for {port}"));
    }
    let process = i32::try_from(forwarding.0.id()).expect("it is a number of a process");
    kill(Pid::from_raw(process), Signal::SIGINT).expect("it can be interrupted");
    let ended = forwarding.0.wait().expect("it ends");
    assert_eq!(ended.code(), Some(0));
}
