//! A proxy in front of an API server, which can kill or hold back whoever asks.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use kube::Client;
use kube::client::Body;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tokio::net::TcpListener;
use tokio::sync::Notify;

#[derive(Default)]
struct State {
    seen: AtomicUsize,
    /// The request at which the victim dies; 0 for none.
    deadly: AtomicUsize,
    victim: AtomicUsize,
    known: Notify,
    holds: AtomicBool,
    recorded: AtomicBool,
    held: Notify,
}

/// A proxy that ends with the test.
pub(super) struct Proxy {
    state: Arc<State>,
    kubeconfig: PathBuf,
}

impl Proxy {
    /// Starts a proxy in front of the server of a kubeconfig, with a kubeconfig of its own beside it.
    pub(super) async fn start(kubeconfig: &Path) -> Proxy {
        let config = Kubeconfig::read_from(kubeconfig).expect("it is there");
        let config = Config::from_custom_kubeconfig(config, &KubeConfigOptions::default()).await;
        let client = Client::try_from(config.expect("it is complete"));
        let client = client.expect("it can be used");
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let own = kubeconfig.with_file_name("proxied");
        let text = format!(
            "apiVersion: v1\nkind: Config\ncurrent-context: p\nclusters:\n- name: p\n  cluster: {{server: \"http://{address}\"}}\nusers:\n- name: p\n  user: {{}}\ncontexts:\n- name: p\n  context: {{cluster: p, user: p}}\n"
        );
        std::fs::write(&own, text).expect("it is writable");
        let state = Arc::new(State::default());
        tokio::spawn(serve(listener, client, Arc::clone(&state)));
        Proxy {
            state,
            kubeconfig: own,
        }
    }

    /// The kubeconfig that leads through the proxy.
    pub(super) fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// The request of this number, counted from now, kills the victim.
    pub(super) fn arm(&self, at: usize) {
        self.state.victim.store(0, Ordering::SeqCst);
        self.state.seen.store(0, Ordering::SeqCst);
        self.state.deadly.store(at, Ordering::SeqCst);
    }

    /// Nobody dies any more.
    pub(super) fn disarm(&self) {
        self.state.deadly.store(0, Ordering::SeqCst);
    }

    /// Says who the victim is.
    pub(super) fn set_victim(&self, process: u32) {
        let process = usize::try_from(process).expect("it is a number of a process");
        self.state.victim.store(process, Ordering::SeqCst);
        self.state.known.notify_waiters();
    }

    /// Whatever comes behind the next record that is made is not passed on.
    pub(super) fn hold_after_record(&self) {
        self.state.holds.store(true, Ordering::SeqCst);
    }

    /// Waits until something is held back.
    pub(super) async fn until_held(&self) {
        self.state.held.notified().await;
    }
}

async fn serve(listener: TcpListener, client: Client, state: Arc<State>) {
    while let Ok((stream, _)) = listener.accept().await {
        let (client, state) = (client.clone(), Arc::clone(&state));
        tokio::spawn(async move {
            let service = service_fn(|request| forward(request, &client, &state));
            // A victim's connections end as they may.
            let _ended = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn forward(
    request: Request<Incoming>,
    client: &Client,
    state: &State,
) -> Result<Response<Body>, Infallible> {
    let number = state.seen.fetch_add(1, Ordering::SeqCst) + 1;
    let deadly = state.deadly.load(Ordering::SeqCst);
    if deadly != 0 && number >= deadly {
        end_victim(state).await;
        return std::future::pending().await;
    }
    if state.holds.load(Ordering::SeqCst) && state.recorded.load(Ordering::SeqCst) {
        state.held.notify_one();
        return std::future::pending().await;
    }
    let records = request.method() == Method::POST && request.uri().path().ends_with("/secrets");
    let (mut head, body) = request.into_parts();
    head.headers.remove(hyper::header::HOST);
    let body = body.collect().await.expect("it is sent whole").to_bytes();
    let answer = client
        .send(Request::from_parts(head, Body::from(body.to_vec())))
        .await
        .expect("the server answers");
    if state.holds.load(Ordering::SeqCst) && records {
        state.recorded.store(true, Ordering::SeqCst);
    }
    Ok(answer)
}

async fn end_victim(state: &State) {
    loop {
        let known = state.known.notified();
        let victim = state.victim.load(Ordering::SeqCst);
        if victim != 0 {
            let process = i32::try_from(victim).expect("it is a number of a process");
            // A request that was under way together with the deadly one finds the victim dead.
            let _dead = kill(Pid::from_raw(process), Signal::SIGKILL);
            return;
        }
        known.await;
    }
}
