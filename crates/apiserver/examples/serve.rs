//! Serves an empty API on a free loopback port, for a client to be tried against it.
//!
//! `cargo run -p kaeru-apiserver --example serve -- KUBECONFIG` writes the file and serves until it is interrupted.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;

use apimachinery::SystemClock;
use apiserver::{Authority, Options, Server, User};
use base64::Engine as _;
use store::Store;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let kubeconfig = std::env::args()
        .nth(1)
        .ok_or("name the kubeconfig to write")?;
    let options = Options {
        clock: Arc::new(SystemClock),
        seed: 1,
        tokens: BTreeMap::new(),
        signing_key: None,
        services: "10.0.0.0/16".parse().expect("it is a range"),
        advertise: None,
        nodes: None,
    };
    let server = Server::new(Store::in_memory(), options);
    server.bootstrap().await?;
    let address: IpAddr = [127, 0, 0, 1].into();
    let listener = TcpListener::bind((address, 0)).await?;
    let authority = Authority::new("kubernetes")?;
    let identity = authority.server(&["localhost", "kubernetes"], &[address])?;
    let admin = authority.client(&User::new("kubernetes-admin", ["system:masters"]))?;
    let encode = |pem: &str| base64::engine::general_purpose::STANDARD.encode(pem);
    let config = format!(
        "apiVersion: v1\nkind: Config\ncurrent-context: kaeru\n\
         clusters: [{{name: kaeru, cluster: {{server: 'https://{}', certificate-authority-data: {}}}}}]\n\
         users: [{{name: admin, user: {{client-certificate-data: {}, client-key-data: {}}}}}]\n\
         contexts: [{{name: kaeru, context: {{cluster: kaeru, user: admin}}}}]\n",
        listener.local_addr()?,
        encode(&authority.identity().certificate),
        encode(&admin.certificate),
        encode(&admin.key),
    );
    std::fs::write(kubeconfig, config)?;
    let interrupted = async {
        // Without a handler for interrupts the process is ended from outside, which is as well.
        drop(tokio::signal::ctrl_c().await);
    };
    server
        .serve(
            listener,
            &identity,
            &authority.identity().certificate,
            interrupted,
        )
        .await?;
    Ok(())
}
