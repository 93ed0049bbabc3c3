//! `spec.podFailurePolicy`: what the failure of a pod means for its job.

use apimachinery::Packed;
use clientgo::Object;

use super::pods::container_statuses;

/// What the first rule that matches a failed pod says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It counts towards the backoff limit, as it does where no rule matches.
    Count,
    /// It does not count.
    Ignore,
    /// It counts, and its index is given up.
    FailIndex,
    /// It counts, and the job is given up for this reason.
    FailJob(String),
}

/// Judges a failed pod.
pub(super) fn judge(policy: &Packed, pod: &Object) -> Verdict {
    let rules = policy["rules"].as_array().into_iter().flatten();
    for (position, rule) in rules.enumerate() {
        let Some(cause) = matched(rule, pod) else {
            continue;
        };
        let action = rule["action"].as_str().unwrap_or_default();
        return match action {
            "Ignore" => Verdict::Ignore,
            "FailIndex" => Verdict::FailIndex,
            "FailJob" => {
                let place = format!("{}/{}", pod.namespace(), pod.name());
                Verdict::FailJob(match cause {
                    Cause::ExitCode { container, code } => format!(
                        "Container {container} for pod {place} failed with exit code {code} matching {action} rule at index {position}"
                    ),
                    Cause::Condition(type_) => {
                        format!(
                            "Pod {place} has condition {type_} matching {action} rule at index {position}"
                        )
                    }
                })
            }
            _ => Verdict::Count,
        };
    }
    Verdict::Count
}

enum Cause<'a> {
    ExitCode { container: &'a str, code: i64 },
    Condition(&'a str),
}

fn matched<'a>(rule: &Packed, pod: &'a Object) -> Option<Cause<'a>> {
    if rule["onExitCodes"].is_object() {
        return exit_code(&rule["onExitCodes"], pod);
    }
    let patterns = rule["onPodConditions"].as_array()?;
    let conditions = pod["status"]["conditions"].as_array()?;
    let found = conditions.iter().find(|condition| {
        let matches = |pattern: &Packed| {
            let status = pattern["status"].as_str().unwrap_or("True");
            pattern["type"] == condition["type"] && condition["status"] == status
        };
        patterns.iter().any(matches)
    })?;
    Some(Cause::Condition(found["type"].as_str().unwrap_or_default()))
}

fn exit_code<'a>(requirement: &Packed, pod: &'a Object) -> Option<Cause<'a>> {
    let values = requirement["values"].as_array()?;
    let in_values = requirement["operator"] == "In";
    container_statuses(pod).find_map(|status| {
        let container = status["name"].as_str().unwrap_or_default();
        let code = status["state"]["terminated"]["exitCode"]
            .as_i64()
            .filter(|code| *code != 0)?;
        let named = requirement["containerName"]
            .as_str()
            .is_none_or(|name| name == container);
        let listed = values.iter().any(|value| value.as_i64() == Some(code));
        (named && listed == in_values).then_some(Cause::ExitCode { container, code })
    })
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    fn pod(code: i64, condition: &str) -> Object {
        Object::new(&json!({
            "metadata": {"namespace": "ns", "name": "p"},
            "status": {
                "containerStatuses": [{"name": "c", "state": {"terminated": {"exitCode": code}}}],
                "conditions": [{"type": condition, "status": "True"}],
            },
        }))
    }

    #[test]
    fn the_first_rule_that_matches_decides() {
        let policy = json!({"rules": [
            {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]},
            {"action": "FailJob", "onExitCodes": {"containerName": "c", "operator": "In", "values": [42]}},
            {"action": "FailIndex", "onExitCodes": {"operator": "In", "values": [5]}},
            {"action": "FailJob", "onPodConditions": [{"type": "ConfigIssue"}]},
            {"action": "Count", "onExitCodes": {"operator": "NotIn", "values": [7]}},
        ]});
        let exited =
            "Container c for pod ns/p failed with exit code 42 matching FailJob rule at index 1";
        let has_condition = "Pod ns/p has condition ConfigIssue matching FailJob rule at index 3";
        for (pod, expected) in [
            (pod(42, "DisruptionTarget"), Verdict::Ignore),
            (pod(42, "Ready"), Verdict::FailJob(exited.to_owned())),
            (pod(5, "Ready"), Verdict::FailIndex),
            (
                pod(1, "ConfigIssue"),
                Verdict::FailJob(has_condition.to_owned()),
            ),
            (pod(7, "Ready"), Verdict::Count),
            (pod(1, "Ready"), Verdict::Count),
        ] {
            assert_eq!(judge(&Packer::pack(&policy), &pod), expected);
        }
    }

    #[test]
    fn an_exit_code_of_zero_matches_nothing() {
        let policy = json!({"rules": [{"action": "FailIndex", "onExitCodes": {"operator": "NotIn", "values": [1]}}]});
        assert_eq!(
            judge(&Packer::pack(&policy), &pod(0, "Ready")),
            Verdict::Count
        );
        assert_eq!(
            judge(&Packer::pack(&policy), &pod(2, "Ready")),
            Verdict::FailIndex
        );
    }
}
