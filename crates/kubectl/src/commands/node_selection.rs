//! The nodes that cordon, uncordon and drain work on.

use cobra::{Invocation, Io};

use crate::CommandError;
use crate::resource::{Info, Request, select};
use crate::session::{Factory, Session};

/// The nodes that arguments or selector name.
///
/// # Errors
/// If neither or both are given, or one of the nodes is not there.
pub(super) async fn nodes(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<Info>, CommandError> {
    let path = super::command_path(invocation);
    let selector = invocation.flags.string("selector");
    if invocation.args.is_empty() && selector.is_empty() {
        let verb = path.rsplit(' ').next().unwrap_or_default();
        return Err(CommandError::usage(
            &path,
            &format!("USAGE: {verb} NODE [flags]"),
        ));
    }
    if !invocation.args.is_empty() && !selector.is_empty() {
        return Err(CommandError::usage(
            &path,
            "cannot specify both a node name and a --selector option",
        ));
    }
    let args: Vec<String> = match selector {
        "" => invocation.args.iter().map(|arg| named(arg)).collect(),
        _ => vec!["nodes".to_owned()],
    };
    let request = Request {
        args: &args,
        selector,
        ..Request::default()
    };
    select(&request, factory, io).await?.all()
}

/// A word as type and name, the type being nodes unless it says otherwise.
pub(super) fn named(arg: &str) -> String {
    match arg.contains('/') {
        true => arg.to_owned(),
        false => format!("nodes/{arg}"),
    }
}
