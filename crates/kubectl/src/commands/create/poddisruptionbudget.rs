//! `kubectl create poddisruptionbudget`: how many pods may be away at once.

use cobra::{Command, Flag, Invocation};
use serde_json::{Value, json};

use super::generated;
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::label_selector::label_selector;
use crate::printers::PRINT_FLAGS;
use crate::session::Session;

pub(super) static POD_DISRUPTION_BUDGET: Command<Session> = Command::new(
    "poddisruptionbudget NAME --selector=SELECTOR --min-available=N [--dry-run=server|client|none]",
    "Create a pod disruption budget with the specified name",
)
.aliases(&["pdb"])
.long("Create a pod disruption budget: a selector, and how many of its pods must stay or may go.")
.example("  # Keep one pod of app=web while nodes are drained\n  kubectl create poddisruptionbudget web --selector=app=web --min-available=1\n  \n  # Let half of them go\n  kubectl create pdb web --selector=app=web --max-unavailable=50%")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string("max-unavailable", "How many pods may be away at most, as a number or a percentage."),
        Flag::string("min-available", "How many pods must be there, as a number or a percentage."),
        Flag::string("selector", "The labels of the pods. Terms of equality and of sets can be used."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let object = budget(invocation)?;
        generated::create(object, "failed to create poddisruptionbudgets: ", invocation, factory, io).await
    })
});

fn budget(invocation: &Invocation<Session>) -> Result<Value, CommandError> {
    let name = generated::name(invocation)?;
    let flags = &invocation.flags;
    let (least, most) = (
        flags.string("min-available"),
        flags.string("max-unavailable"),
    );
    if flags.string("selector").is_empty() {
        return Err(CommandError::told("a selector must be specified"));
    }
    let (field, flag, amount) = match (least, most) {
        ("", "") => {
            return Err(CommandError::told(
                "one of min-available or max-unavailable must be specified",
            ));
        }
        (least, "") => ("minAvailable", "min-available", least),
        ("", most) => ("maxUnavailable", "max-unavailable", most),
        _ => {
            return Err(CommandError::told(
                "min-available and max-unavailable cannot be both specified",
            ));
        }
    };
    let digits = amount.strip_suffix('%').unwrap_or(amount);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::told(format!(
            "invalid format specified for {flag}"
        )));
    }
    let amount = amount
        .parse::<i64>()
        .map_or_else(|_| Value::from(amount), Value::from);
    Ok(json!({
        "apiVersion": "policy/v1", "kind": "PodDisruptionBudget",
        "metadata": {"name": name},
        "spec": {field: amount, "selector": label_selector(flags.string("selector"))?},
        "status": {"disruptionsAllowed": 0, "currentHealthy": 0, "desiredHealthy": 0, "expectedPods": 0},
    }))
}
