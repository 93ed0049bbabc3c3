//! A web server on this machine for as long as a test runs.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;

/// Serves the files of a directory.
pub(crate) struct Server {
    /// `http://127.0.0.1:PORT`
    pub(crate) url: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub(crate) fn of(directory: &Path) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let (directory, log) = (directory.to_path_buf(), Arc::clone(&seen));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                answer(stream, &directory, &log);
            }
        });
        Server {
            url: format!("http://{address}"),
            seen,
        }
    }

    /// The requests so far, each with its login if it had one.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.seen.lock().expect("no test panicked").clone()
    }
}

fn answer(mut stream: TcpStream, directory: &Path, log: &Mutex<Vec<String>>) {
    let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
    let request = lines.next().and_then(Result::ok).unwrap_or_default();
    let mut login = String::new();
    for line in lines
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
    {
        if let Some(value) = line.to_lowercase().strip_prefix("authorization: ") {
            login = format!(" {value}");
        }
    }
    let path = request.split(' ').nth(1).unwrap_or_default();
    log.lock()
        .expect("no test panicked")
        .push(format!("{path}{login}"));
    let file: PathBuf = directory.join(path.trim_start_matches('/'));
    let (status, body) = match std::fs::read(file) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", b"nothing here".to_vec()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let sent = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(&body));
    // A client that has what it wants may be gone.
    drop(sent);
}
