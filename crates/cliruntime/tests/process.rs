//! A process elsewhere, played by a server that speaks `v5.channel.k8s.io` on loopback.

use cliruntime::{Ended, Rest, Streams, Typed};
use futures::{SinkExt, StreamExt};
use kube::{Client, Config};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

const STATUS: u8 = 3;

/// Takes one connection, and tells what it asked for.
#[expect(
    clippy::result_large_err,
    reason = "the library wants a whole response for a refusal"
)]
async fn accept(listener: TcpListener) -> (WebSocketStream<TcpStream>, String) {
    let (connection, _) = listener.accept().await.expect("it comes");
    let mut asked = String::new();
    let answer = |request: &Request, mut response: Response| {
        asked = request.uri().to_string();
        let protocol = "v5.channel.k8s.io".parse().expect("it is a header");
        response
            .headers_mut()
            .insert("sec-websocket-protocol", protocol);
        Ok(response)
    };
    let socket = accept_hdr_async(connection, answer).await;
    (socket.expect("it is a WebSocket"), asked)
}

fn message(channel: u8, content: &[u8]) -> Message {
    Message::binary([&[channel], content].concat())
}

/// Echoes a line of input, complains, and ends with a code.
async fn play(listener: TcpListener) -> (String, Vec<Vec<u8>>) {
    let (mut socket, asked) = accept(listener).await;
    let mut heard = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        let bytes = message.into_data().to_vec();
        let is_end = bytes == [255, 0];
        heard.push(bytes);
        if is_end {
            break;
        }
    }
    let status = br#"{"status":"Failure","reason":"NonZeroExitCode","details":{"causes":[{"reason":"ExitCode","message":"7"}]}}"#;
    for (channel, content) in [
        (1, b"out".as_slice()),
        (2, b"err".as_slice()),
        (STATUS, status.as_slice()),
    ] {
        let sent = socket.send(message(channel, content)).await;
        sent.expect("it is heard");
    }
    (asked, heard)
}

#[tokio::test]
async fn streams_are_carried_both_ways_and_the_code_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server = format!("http://{}", listener.local_addr().expect("an address"));
    let played = tokio::spawn(play(listener));
    let config = Config::new(server.parse().expect("it is a URL"));
    let client = Client::try_from(config).expect("a client");
    let rest = Rest::new(client, server, "test");
    let streams = Streams {
        namespace: "default",
        pod: "web",
        container: "app",
        stdin: true,
        tty: false,
    };
    let command = ["cat".to_owned(), "-n".to_owned()];
    let process = rest.exec(streams, &command).await.expect("it runs");
    let (sender, typed) = mpsc::channel(4);
    sender
        .send(Typed::Bytes(b"in".to_vec()))
        .await
        .expect("it is taken");
    sender.send(Typed::End).await.expect("it is taken");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let ended = process.carry(Some(typed), &mut out, &mut err).await;
    assert_eq!(ended.expect("it can be written"), Ended::Code(7));
    assert_eq!((out.as_slice(), err.as_slice()), (&b"out"[..], &b"err"[..]));
    let (asked, heard) = played.await.expect("it ends");
    assert!(asked.starts_with("/api/v1/namespaces/default/pods/web/exec?"));
    for word in [
        "stdin=true",
        "stdout=true",
        "stderr=true",
        "container=app",
        "command=cat",
        "command=-n",
    ] {
        assert!(asked.contains(word), "{asked}");
    }
    assert_eq!(heard, [b"\0in".to_vec(), vec![255, 0]]);
}

#[tokio::test]
async fn a_connection_that_breaks_is_no_end_of_a_process() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let server = format!("http://{}", listener.local_addr().expect("an address"));
    let broken = tokio::spawn(async move { drop(accept(listener).await) });
    let config = Config::new(server.parse().expect("it is a URL"));
    let rest = Rest::new(Client::try_from(config).expect("a client"), server, "test");
    let streams = Streams {
        namespace: "default",
        pod: "web",
        container: "app",
        stdin: false,
        tty: false,
    };
    let process = rest.attach(streams).await.expect("it is there");
    broken.await.expect("it ends");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let ended = process.carry(None, &mut out, &mut err).await;
    assert!(ended.is_err(), "{ended:?}");
}
