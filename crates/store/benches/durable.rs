//! Durable writes by 1, 16 and 64 clients, against a plain loop of as many syncs of as many bytes.
//!
//! `cargo bench -p kaeru-store` prints, for each number of clients, writes a second and how many times those of the loop,
//! which syncs one write after another, they are.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use bytes::Bytes;
use store::{Expect, Store};

const VALUE: usize = 1024;
const LASTS: Duration = Duration::from_secs(3);

fn main() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let floor = syncs(&directory.path().join("plain"))?;
    println!("plain append and sync: {floor:.0}/s");
    for clients in [1, 16, 64] {
        let path = directory.path().join(format!("store-{clients}"));
        let runtime = tokio::runtime::Runtime::new()?;
        let rate = runtime.block_on(writes(&path, clients))?;
        println!(
            "{clients:>2} clients: {rate:.0} durable writes/s, {:.2} of the plain loop",
            rate / floor
        );
    }
    Ok(())
}

fn syncs(path: &Path) -> Result<f64, Box<dyn Error>> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let value = vec![b'x'; VALUE];
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < LASTS {
        file.write_all(&value)?;
        file.sync_data()?;
        count += 1;
    }
    Ok(f64::from(count) / start.elapsed().as_secs_f64())
}

async fn writes(path: &Path, clients: u32) -> Result<f64, Box<dyn Error>> {
    let store = Store::open(path)?;
    let start = Instant::now();
    let writers: Vec<_> = (0..clients)
        .map(|client| {
            let store = store.clone();
            tokio::spawn(async move {
                let value = Bytes::from(vec![b'x'; VALUE]);
                let mut count = 0_u32;
                while start.elapsed() < LASTS {
                    store
                        .put(
                            &format!("core/configmaps/default/{client}-{count}"),
                            value.clone(),
                            Expect::Absent,
                        )
                        .await?;
                    count += 1;
                }
                Ok::<_, store::WriteError>(count)
            })
        })
        .collect();
    let mut total = 0;
    for writer in writers {
        total += writer.await??;
    }
    Ok(f64::from(total) / start.elapsed().as_secs_f64())
}
