//! Gives cluster roles the rules of those that they aggregate.

use std::sync::Arc;

use apimachinery::selector::{LabelSelector, from_label_selector};
use clientgo::{ApiError, Key, Object, Outcome, PatchType, resources, run_worker};
use serde_json::{Value, json};

use crate::context::Context;
use crate::controllers::Running;

/// Starts the controller. Any role may become part of any that aggregates, and those are few: all of them are looked at.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    let on_role = Arc::clone(&queue);
    context
        .cache(&resources::CLUSTER_ROLES)
        .subscribe(move |_| on_role.add(Key::new("", "")));
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "clusterrole-aggregation", u32::MAX, |_| {
            sync(&context)
        })
        .await;
    });
}

async fn sync(context: &Context) -> Result<Outcome, ApiError> {
    let roles = context.cache(&resources::CLUSTER_ROLES).all();
    for role in &roles {
        let Some(rules) = aggregated(role, &roles) else {
            continue;
        };
        if rules == role["rules"].to_values() {
            continue;
        }
        let body = json!({"metadata": {"resourceVersion": role["metadata"]["resourceVersion"]}, "rules": rules});
        let key = role.key();
        let written = context
            .patch(&resources::CLUSTER_ROLES, &key, PatchType::Merge, &body)
            .await;
        match written {
            Err(error) if !error.is_not_found() => return Err(error),
            _ => {}
        }
    }
    Ok(Outcome::Done)
}

/// The rules of the roles that a role selects, by selector and name, each once; nothing if it aggregates none.
fn aggregated(role: &Object, roles: &[Object]) -> Option<Vec<Value>> {
    let selectors = role["aggregationRule"]["clusterRoleSelectors"].as_array()?;
    let mut rules: Vec<Value> = Vec::new();
    for selector in selectors {
        let Ok(selector) = from_label_selector(Some(selector)) else {
            continue;
        };
        for part in selected(&selector, role, roles) {
            for rule in part["rules"].as_array().into_iter().flatten() {
                if !rules.iter().any(|known| known == rule) {
                    rules.push(rule.to_value());
                }
            }
        }
    }
    Some(rules)
}

fn selected<'a>(
    selector: &LabelSelector,
    role: &Object,
    roles: &'a [Object],
) -> impl Iterator<Item = &'a Object> {
    let own = role.name().to_owned();
    let mut parts: Vec<&Object> = roles
        .iter()
        .filter(|part| part.name() != own && selector.matches(&part["metadata"]["labels"]))
        .collect();
    parts.sort_by(|one, other| one.name().cmp(other.name()));
    parts.into_iter()
}
