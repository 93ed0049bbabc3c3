//! The controller as a program: it watches the cluster of the current context until it is interrupted.

use std::process::ExitCode;

use kube::Client;

#[tokio::main]
#[expect(clippy::print_stderr, reason = "a program's own words")]
async fn main() -> ExitCode {
    let namespace = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "default".to_owned());
    let client = match Client::try_default().await {
        Ok(client) => client,
        Err(error) => {
            eprintln!("Error: find the cluster: {error}");
            return ExitCode::FAILURE;
        }
    };
    let interrupted = async {
        if let Err(error) = tokio::signal::ctrl_c().await {
            eprintln!("Error: wait for an interrupt: {error}");
        }
    };
    operator::run(client, &namespace, interrupted).await;
    ExitCode::SUCCESS
}
