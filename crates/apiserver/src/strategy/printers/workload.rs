//! Kinds that keep pods running.

use apimachinery::Timestamp;
use serde_json::Value;

use super::cell::{age, containers, count, images, items, labels, name, selector, text};
use super::{AGE, NAME, Printer, number, text as column, wide};

pub(super) static DEPLOYMENT: Printer = Printer {
    columns: &[
        NAME,
        column("Ready"),
        column("Up-to-date"),
        column("Available"),
        AGE,
        wide("Containers"),
        wide("Images"),
        wide("Selector"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        vec![
            name(object),
            ready(&status["readyReplicas"], &spec["replicas"]),
            count(&status["updatedReplicas"]).into(),
            count(&status["availableReplicas"]).into(),
            age(object, now),
            containers(&spec["template"]["spec"]),
            images(&spec["template"]["spec"]),
            selector(&spec["selector"]),
        ]
    },
};

const REPLICAS: &[super::Column] = &[
    NAME,
    number("Desired"),
    number("Current"),
    number("Ready"),
    AGE,
    wide("Containers"),
    wide("Images"),
    wide("Selector"),
];

pub(super) static REPLICA_SET: Printer = Printer {
    columns: REPLICAS,
    row: |object, now| replicas(object, now, selector(&object["spec"]["selector"])),
};

pub(super) static REPLICATION_CONTROLLER: Printer = Printer {
    columns: REPLICAS,
    row: |object, now| replicas(object, now, labels(&object["spec"]["selector"]).into()),
};

fn replicas(object: &Value, now: Timestamp, selector: Value) -> Vec<Value> {
    let (spec, status) = (&object["spec"], &object["status"]);
    vec![
        name(object),
        count(&spec["replicas"]).into(),
        count(&status["replicas"]).into(),
        count(&status["readyReplicas"]).into(),
        age(object, now),
        containers(&spec["template"]["spec"]),
        images(&spec["template"]["spec"]),
        selector,
    ]
}

pub(super) static STATEFUL_SET: Printer = Printer {
    columns: &[
        NAME,
        column("Ready"),
        AGE,
        wide("Containers"),
        wide("Images"),
    ],
    row: |object, now| {
        let spec = &object["spec"];
        vec![
            name(object),
            ready(&object["status"]["readyReplicas"], &spec["replicas"]),
            age(object, now),
            containers(&spec["template"]["spec"]),
            images(&spec["template"]["spec"]),
        ]
    },
};

pub(super) static DAEMON_SET: Printer = Printer {
    columns: &[
        NAME,
        number("Desired"),
        number("Current"),
        number("Ready"),
        number("Up-to-date"),
        number("Available"),
        column("Node Selector"),
        AGE,
        wide("Containers"),
        wide("Images"),
        wide("Selector"),
    ],
    row: |object, now| {
        let (spec, status) = (&object["spec"], &object["status"]);
        let template = &spec["template"]["spec"];
        vec![
            name(object),
            count(&status["desiredNumberScheduled"]).into(),
            count(&status["currentNumberScheduled"]).into(),
            count(&status["numberReady"]).into(),
            count(&status["updatedNumberScheduled"]).into(),
            count(&status["numberAvailable"]).into(),
            labels(&template["nodeSelector"]).into(),
            age(object, now),
            containers(template),
            images(template),
            selector(&spec["selector"]),
        ]
    },
};

pub(super) static CONTROLLER_REVISION: Printer = Printer {
    columns: &[NAME, column("Controller"), column("Revision"), AGE],
    row: |object, now| {
        let owner =
            items(&object["metadata"]["ownerReferences"]).find(|owner| owner["controller"] == true);
        vec![
            name(object),
            owner.map_or("<none>".into(), controller),
            object["revision"].clone(),
            age(object, now),
        ]
    },
};

/// `daemonset.apps/agent`.
fn controller(owner: &Value) -> Value {
    let kind = text(&owner["kind"]).to_lowercase();
    let group = text(&owner["apiVersion"])
        .split_once('/')
        .map_or("", |(group, _)| group);
    let dot = if group.is_empty() { "" } else { "." };
    format!("{kind}{dot}{group}/{}", text(&owner["name"])).into()
}

pub(super) static POD_TEMPLATE: Printer = Printer {
    columns: &[
        NAME,
        column("Containers"),
        column("Images"),
        column("Pod Labels"),
    ],
    row: |object, _| {
        let template = &object["template"];
        vec![
            name(object),
            containers(&template["spec"]),
            images(&template["spec"]),
            labels(&template["metadata"]["labels"]).into(),
        ]
    },
};

pub(super) static POD_DISRUPTION_BUDGET: Printer = Printer {
    columns: &[
        NAME,
        column("Min Available"),
        column("Max Unavailable"),
        number("Allowed Disruptions"),
        AGE,
    ],
    row: |object, now| {
        let amount = |value: &Value| match value {
            Value::Null => "N/A".into(),
            Value::Number(number) => number.to_string().into(),
            other => other.clone(),
        };
        vec![
            name(object),
            amount(&object["spec"]["minAvailable"]),
            amount(&object["spec"]["maxUnavailable"]),
            count(&object["status"]["disruptionsAllowed"]).into(),
            age(object, now),
        ]
    },
};

pub(super) static HORIZONTAL_POD_AUTOSCALER: Printer = Printer {
    columns: &[
        NAME,
        column("Reference"),
        column("Targets"),
        column("MinPods"),
        column("MaxPods"),
        column("Replicas"),
        AGE,
    ],
    row: |object, now| {
        let spec = &object["spec"];
        let target = &spec["scaleTargetRef"];
        let minimum = spec["minReplicas"].as_i64();
        vec![
            name(object),
            format!("{}/{}", text(&target["kind"]), text(&target["name"])).into(),
            targets(object).into(),
            minimum.map_or("<unset>".into(), |minimum| minimum.to_string().into()),
            count(&spec["maxReplicas"]).into(),
            count(&object["status"]["currentReplicas"]).into(),
            age(object, now),
        ]
    },
};

/// Each metric as `cpu: CURRENT/TARGET`, at most two of them.
fn targets(object: &Value) -> String {
    let spec = &object["spec"];
    if let Some(percent) = spec["targetCPUUtilizationPercentage"].as_i64() {
        let current = &object["status"]["currentCPUUtilizationPercentage"];
        let current = current
            .as_i64()
            .map_or("<unknown>".to_owned(), |current| format!("{current}%"));
        return format!("cpu: {current}/{percent}%");
    }
    let metrics: Vec<String> = items(&spec["metrics"])
        .map(|metric| target_of(metric, object))
        .collect();
    match metrics.len() {
        0 => "<none>".to_owned(),
        1 | 2 => metrics.join(", "),
        more => format!("{} + {} more...", metrics[..2].join(", "), more - 2),
    }
}

fn target_of(metric: &Value, object: &Value) -> String {
    let source = match text(&metric["type"]) {
        "Resource" => "resource",
        "ContainerResource" => "containerResource",
        "Pods" => "pods",
        "Object" => "object",
        "External" => "external",
        _ => return "<unknown type>".to_owned(),
    };
    let spec = &metric[source];
    let current = items(&object["status"]["currentMetrics"])
        .map(|status| &status[source])
        .find(|status| {
            status.is_object()
                && status["name"] == spec["name"]
                && status["metric"]["name"] == spec["metric"]["name"]
        })
        .map_or(&Value::Null, |status| &status["current"]);
    let target = &spec["target"];
    let label = match source {
        "resource" | "containerResource" => format!("{}: ", text(&spec["name"])),
        _ => String::new(),
    };
    let shown = |amount: &Value| {
        let percent = amount["averageUtilization"]
            .as_i64()
            .map(|percent| format!("{percent}%"));
        let quantity = amount["averageValue"].as_str().or(amount["value"].as_str());
        percent.or(quantity.map(str::to_owned))
    };
    let current = shown(current).unwrap_or_else(|| "<unknown>".to_owned());
    format!(
        "{label}{current}/{}",
        shown(target).unwrap_or_else(|| "<auto>".to_owned())
    )
}

/// `READY/WANTED`.
fn ready(ready: &Value, wanted: &Value) -> Value {
    format!("{}/{}", count(ready), count(wanted)).into()
}
