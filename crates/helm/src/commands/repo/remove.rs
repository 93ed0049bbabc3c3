//! `helm repo remove`.

use std::io::Write as _;

use cobra::{Command, Failure, Invocation, Io};

use crate::args;
use crate::complete;
use crate::failure::go_io;
use crate::repo::{Cache, Repositories};
use crate::root::Context;

pub(super) static REMOVE: Command<Context> =
    Command::new("remove [REPO1 [REPO2 ...]]", "forget chart repositories")
        .aliases(&["rm"])
        .args(args::minimum::<1>())
        .complete(complete::repositories)
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let path = io.resolve(flags.string("repository-config"));
    let mut repositories = Repositories::load(&path)?;
    if !path.exists() || repositories.0.is_empty() {
        return Err(Failure::new("no repositories configured"));
    }
    let cache = Cache::from_flags(flags, io);
    for name in &invocation.args {
        if repositories.named(name).is_none() {
            let name = gostd::strconv::quote(name);
            return Err(Failure::new(format!("no repo named {name} found")));
        }
        repositories.0.retain(|known| known.name != *name);
        repositories.save(&path)?;
        cache.remove(name).map_err(|error| {
            let index = cache.index_path(name).display().to_string();
            Failure::new(go_io("remove", &index, &error))
        })?;
        let name = gostd::strconv::quote(name);
        writeln!(io.stdout, "{name} has been removed from your repositories")?;
    }
    Ok(())
}
