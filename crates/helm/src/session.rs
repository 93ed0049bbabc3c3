//! Opening what an action works with.

use cobra::{Failure, Flags, Io};

use crate::action::{ActionError, Configuration};
use crate::cluster::Cluster;
use crate::environment;
use crate::logfmt;
use crate::root::Context;
use crate::storage::{DriverError, Memory, Storage};

/// The cluster and the storage that flags and environment name. `namespace` is that of the storage: none for that of the command,
/// an empty one for all.
///
/// # Errors
/// If there is no cluster, or no such storage.
pub(crate) fn open(
    context: &Context,
    flags: &Flags,
    namespace: Option<&str>,
    io: &mut Io<'_>,
) -> Result<Configuration, Failure> {
    let cluster = Cluster::connect(&context.target, flags, io)?;
    let own = cluster.namespace.clone();
    let namespace = namespace.unwrap_or(&own);
    let driver = io.env.get("HELM_DRIVER").unwrap_or_default().to_owned();
    let memory = || load_memory(namespace, io);
    match Storage::open(&driver, cluster.rest(), namespace, &memory) {
        Ok(storage) => Ok(Configuration {
            cluster,
            storage,
            zone: environment::zone(&io.env),
        }),
        Err(error) => {
            logfmt::write(io, "INFO", &error.to_string(), &[]);
            Err(Failure::silent(1))
        }
    }
}

fn load_memory(namespace: &str, io: &Io<'_>) -> Result<Memory, DriverError> {
    let files = io.env.get("HELM_MEMORY_DRIVER_DATA").unwrap_or_default();
    let files = files.split(':').filter(|file| !file.is_empty());
    let texts: Result<Vec<String>, _> = files
        .map(|file| std::fs::read_to_string(io.resolve(file)))
        .collect();
    let texts = texts.map_err(|error| DriverError::MemoryData(error.to_string()))?;
    Memory::load(&texts, namespace)
}

/// The failure of an action, with what stands before its text, and what it leaves behind under it.
pub(crate) fn failure(prefix: &str, error: &ActionError) -> Failure {
    let mut message = format!("{prefix}{error}");
    let explanation = error.explanation();
    if !explanation.is_empty() {
        message.push_str(&format!("\n\n{explanation}"));
    }
    Failure::new(message)
}
