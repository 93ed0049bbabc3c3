//! Setting replica counts.

use std::collections::BTreeMap;

use cobra::{Command, Failure, Invocation, Io};
use serde_json::{Value, json};

use crate::kustomize::completion::{names, offered};
use crate::kustomize::kustomization_file::rewrite;

pub(super) static REPLICAS: Command<()> = Command::new("replicas", "Sets replicas count for resources in the kustomization file")
    .example("\nThe command\n  set replicas my-app=3 other-app=1\nwill add\n\nreplicas:\n- name: my-app\n  count: 3\n- name: other-app\n  count: 1\n\nto the kustomization file if it doesn't exist,\nand overwrite the previous ones if the replicas name exists.\n")
    .complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "replicas")))
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new("no replicas specified"));
    }
    let counts: BTreeMap<String, i64> = invocation
        .args
        .iter()
        .map(|argument| parse(argument))
        .collect::<Result<_, _>>()?;
    rewrite(io, |kustomization| {
        let listed = kustomization.list("replicas");
        let mut replicas: BTreeMap<String, Value> = listed
            .into_iter()
            .map(|entry| (entry["name"].as_str().unwrap_or_default().to_owned(), entry))
            .collect();
        for (name, count) in counts {
            let entry = if count == 0 {
                json!({ "name": name })
            } else {
                json!({ "name": name, "count": count })
            };
            replicas.insert(name, entry);
        }
        kustomization.set("replicas", replicas.into_values().collect());
        Ok(())
    })
}

fn parse(argument: &str) -> Result<(String, i64), Failure> {
    let parts = argument
        .split_once('=')
        .filter(|(name, count)| !name.is_empty() && !count.contains('='));
    let count = parts.and_then(|(name, count)| Some((name.to_owned(), count.parse().ok()?)));
    count.ok_or_else(|| {
        Failure::new("invalid format of replica, use the following format: <name>=<count>")
    })
}
