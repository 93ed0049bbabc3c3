//! Rules for positional arguments, in Helm's words.

use cobra::{Args, Site};

use crate::root::Context;

/// At least `COUNT` arguments.
pub(crate) const fn minimum<const COUNT: usize>() -> Args<Context> {
    Args::Custom(|site, args| {
        if args.len() >= COUNT {
            return Ok(());
        }
        let plural = if COUNT == 1 { "" } else { "s" };
        Err(refusal(
            site,
            &format!("requires at least {COUNT} argument{plural}"),
        ))
    })
}

/// None at all.
pub(crate) const fn none() -> Args<Context> {
    Args::Custom(|site, args| {
        if args.is_empty() {
            Ok(())
        } else {
            Err(refusal(site, "accepts no arguments"))
        }
    })
}

/// Exactly `COUNT` arguments.
pub(crate) const fn exact<const COUNT: usize>() -> Args<Context> {
    Args::Custom(|site, args| {
        if args.len() == COUNT {
            return Ok(());
        }
        let plural = if COUNT == 1 { "" } else { "s" };
        Err(refusal(site, &format!("requires {COUNT} argument{plural}")))
    })
}

/// At most `COUNT` arguments.
pub(crate) const fn maximum<const COUNT: usize>() -> Args<Context> {
    Args::Custom(|site, args| {
        if args.len() <= COUNT {
            return Ok(());
        }
        let plural = if COUNT == 1 { "" } else { "s" };
        Err(refusal(
            site,
            &format!("accepts at most {COUNT} argument{plural}"),
        ))
    })
}

fn refusal(site: &Site<'_, Context>, rule: &str) -> String {
    let path = gostd::strconv::quote(site.command_path());
    format!("{path} {rule}\n\nUsage:  {}", site.use_line())
}
