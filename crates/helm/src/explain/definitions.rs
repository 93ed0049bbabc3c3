//! A template that is called by a name that none has.

use std::collections::BTreeSet;

use chart::Chart;
use gotmpl::ExecError;

use super::nearest::nearest;

/// What is called and not there, and the names nearest to it; none if that is not what failed.
pub(super) fn undefined(error: &ExecError, chart: &Chart) -> Option<String> {
    let message = error.message();
    let wanted = message
        .strip_prefix("template \"")
        .and_then(|rest| rest.strip_suffix("\" not defined"))
        .or_else(|| message.strip_prefix("no template \"")?.split('"').next())?;
    let mut names = BTreeSet::new();
    collect(chart, &mut names);
    let names: Vec<String> = names.into_iter().collect();
    Some(match nearest(wanted, &names).join(", ") {
        near if near.is_empty() => format!("\n  no file defines {wanted:?}, or any other template"),
        near => format!("\n  no file defines {wanted:?}; there are {near}"),
    })
}

/// The names that the files of a chart and of those that it contains define.
fn collect(chart: &Chart, names: &mut BTreeSet<String>) {
    for file in chart.templates.iter() {
        let text = file.data.to_str();
        for keyword in ["define", "block"] {
            let definitions = text.split(keyword).skip(1);
            let quoted = definitions.filter_map(|rest| rest.trim_start().strip_prefix('"'));
            names.extend(quoted.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    for dependency in &chart.dependencies {
        collect(dependency, names);
    }
}
