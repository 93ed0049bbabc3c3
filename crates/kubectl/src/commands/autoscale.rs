//! `kubectl autoscale`: a horizontal pod autoscaler for what can be scaled.

use apimachinery::Quantity;
use cobra::{Command, Flag, Flags, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};
use cliruntime::{ApiResource, Query};

pub(super) static AUTOSCALE: Command<Session> = Command::new(
    "autoscale (-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]",
    "Auto-scale a deployment, replica set, stateful set, or replication controller",
)
.group(super::DEPLOY)
.long("Create an autoscaler that decides how many pods a deployment or another object with a scale has.")
.example("  # Between 2 and 10 pods, so that they use 70% of the CPU that they ask for\n  kubectl autoscale deployment web --min=2 --max=10 --cpu=70%")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    RECORD_FLAGS,
    &[
        Flag::string("cpu", "CPU to aim at: a percentage of what pods ask for ('70%') or an amount ('500m')."),
        Flag::int32("cpu-percent", "CPU to aim at, as a percentage of what pods ask for.")
            .default("-1")
            .deprecated("Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU)."),
        Flag::string("field-manager", "Name of the manager used to track field ownership.").default("kubectl-autoscale"),
        Flag::int32("max", "The largest number of pods. Required.").default("-1").required(),
        Flag::string("memory", "Memory to aim at: a percentage of what pods ask for ('60%') or an amount ('200Mi')."),
        Flag::int32("min", "The smallest number of pods; the server decides if it is left out or negative.").default("-1"),
        Flag::string("name", "The name of the autoscaler; that of the object if it is left out."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| autoscale(invocation, factory, io).await)
});

async fn autoscale(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let (least, most) = (flags.int("min"), flags.int("max"));
    if most < 1 {
        return Err(CommandError::told(format!(
            "--max=MAXPODS is required and must be at least 1, max: {most}"
        )));
    }
    if most < least {
        return Err(CommandError::told(format!(
            "--max=MAXPODS must be larger or equal to --min=MINPODS, max: {most}, min: {least}"
        )));
    }
    if flags.changed("cpu") && flags.changed("cpu-percent") {
        return Err(CommandError::told(
            "--cpu-percent and --cpu are mutually exclusive",
        ));
    }
    let metrics = metrics(flags)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        latest: true,
        ..Request::default()
    };
    let selection = select(&request, factory, io).await?;
    let mut errors = Vec::new();
    for target in selection.infos {
        if let Err(error) = create(&target, &metrics, invocation, factory, io).await {
            errors.push(error);
        }
    }
    errors.extend(selection.errors);
    CommandError::aggregate(errors)
}

async fn create(
    target: &Info,
    metrics: &[Value],
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let dry_run = DryRun::new(flags)?;
    check_scalable(target, factory, io).await?;
    let name = match flags.string("name") {
        "" => target.name.as_str(),
        name => name,
    };
    let mut info = Info {
        object: autoscaler(name, target, metrics, flags),
        resource: ApiResource {
            group: "autoscaling".to_owned(),
            version: "v2".to_owned(),
            kind: "HorizontalPodAutoscaler".to_owned(),
            resource: "horizontalpodautoscalers".to_owned(),
            namespaced: true,
            ..ApiResource::default()
        },
        namespace: target.namespace.clone(),
        name: name.to_owned(),
        source: String::new(),
    };
    if dry_run != DryRun::Client {
        let query = dry_run.mark(Query::new().with("fieldManager", flags.string("field-manager")));
        let rest = factory.rest(io).await?;
        let answer = rest
            .post(&info.collection_path(), &query, &info.object)
            .await
            .map_err(|_| CommandError::told(refused(metrics)))?;
        factory.warnings.tell(&answer.warnings, io)?;
        info.refresh(answer.json()?);
    }
    let format = OutputFormat::new(flags, false, io)?;
    if format.is_human() {
        let did = match dry_run {
            DryRun::Client => "created",
            DryRun::None | DryRun::Server => "autoscaled",
        };
        write!(
            io.stdout,
            "{}",
            result_line(&info, Outcome { did, dry_run })
        )?;
    } else {
        let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
        write!(io.stdout, "{}", printer.print(&info.object)?)?;
    }
    Ok(())
}

/// What the real tool says of any refusal, since it then tries an older version of the API.
fn refused(metrics: &[Value]) -> String {
    let of_cpu = metrics
        .iter()
        .any(|metric| metric["resource"]["name"] == "cpu");
    let reason = match of_cpu {
        true => "%!w(<nil>)",
        false => "empty input",
    };
    format!(
        "failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: {reason}"
    )
}

async fn check_scalable(
    target: &Info,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let resource = &target.resource;
    let discovery = factory.discovery(io).await?;
    let scalable = discovery.resources().iter().any(|known| {
        known.group == resource.group
            && known.version == resource.version
            && known.resource == resource.resource
            && known.subresources.iter().any(|name| name == "scale")
    });
    match scalable {
        true => Ok(()),
        false => Err(CommandError::told(format!(
            "cannot autoscale a {}: could not find scale subresource for {} in discovery information",
            resource.kind,
            resource.described()
        ))),
    }
}

fn autoscaler(name: &str, target: &Info, metrics: &[Value], flags: &Flags) -> Value {
    let mut autoscaler = json!({
        "apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler",
        "metadata": {"name": name},
        "spec": {
            "scaleTargetRef": {
                "apiVersion": target.resource.api_version(), "kind": target.resource.kind, "name": target.name,
            },
            "maxReplicas": flags.int("max"),
        },
        "status": {"desiredReplicas": 0, "currentMetrics": null},
    });
    if flags.int("min") > 0 {
        autoscaler["spec"]["minReplicas"] = flags.int("min").into();
    }
    if !metrics.is_empty() {
        autoscaler["spec"]["metrics"] = metrics.into();
    }
    autoscaler
}

/// What the flags aim at.
fn metrics(flags: &Flags) -> Result<Vec<Value>, CommandError> {
    let mut metrics = Vec::new();
    if flags.int("cpu-percent") >= 0 {
        metrics.push(metric(
            "cpu",
            &json!({"type": "Utilization", "averageUtilization": flags.int("cpu-percent")}),
        ));
    }
    for resource in ["cpu", "memory"] {
        match flags.string(resource) {
            "" => {}
            text => metrics.push(metric(resource, &target(resource, text)?)),
        }
    }
    Ok(metrics)
}

fn metric(resource: &str, target: &Value) -> Value {
    json!({"type": "Resource", "resource": {"name": resource, "target": target}})
}

fn target(resource: &str, text: &str) -> Result<Value, CommandError> {
    if let Some(percent) = text.strip_suffix('%') {
        let valid = percent.parse::<i32>().ok().filter(|percent| *percent >= 0);
        let percent = valid
            .ok_or_else(|| CommandError::told(format!("invalid percentage value: {percent}")))?;
        return Ok(json!({"type": "Utilization", "averageUtilization": percent}));
    }
    let amount: Quantity = in_its_unit(resource, text)
        .parse()
        .map_err(|_| CommandError::told(format!("invalid resource {resource} value: {text}")))?;
    Ok(json!({"type": "AverageValue", "averageValue": amount.to_string()}))
}

/// A plain number counts thousandths of a processor or mebibytes of memory.
fn in_its_unit(resource: &str, text: &str) -> String {
    let unit = if resource == "cpu" { "m" } else { "Mi" };
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => format!("{number}{unit}"),
        _ => text.to_owned(),
    }
}
