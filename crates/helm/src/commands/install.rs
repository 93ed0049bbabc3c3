//! `helm install`.

use chart::Chart;
use cobra::{Command, Failure, Flags, Invocation, Io};

use crate::action::{
    Configuration, CreationOptions, DryRun, Install, RenderOptions, generated_name,
};
use crate::chart_source::{self, Located};
use crate::cluster::Cluster;
use crate::commands::update_dependencies;
use crate::complete;
use crate::flags::{
    CHANGE, CHART_PATH, DRY_RUN, EXCLUSIVE, INSTALL as INSTALL_FLAGS, RELEASE, SHOW, VALUES, WAIT,
    deploying, dry_run, merge_values,
};
use crate::flags::{OUTPUT, Output};
use crate::output::{ReleasePrinter, Shown};
use crate::release::Release;
use crate::root::Context;
use crate::{args, environment, logfmt, name_template, session};

const LONG: &str = "
Installs a chart: renders it, brings its objects to the cluster, and records the
release, so that it can be upgraded, rolled back and uninstalled.

The chart is a directory or an archive. Values come from files (-f), from --set
and its relatives, and from the chart's defaults.
";

const EXAMPLE: &str = "  # Install a chart with a value of its own, and wait until it runs
  helm install web ./chart --set replicas=3 --wait

  # See what would be installed
  helm install web ./chart --dry-run=client";

pub(crate) static INSTALL: Command<Context> =
    Command::new("install [NAME] [CHART]", "install a chart")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[
            INSTALL_FLAGS,
            RELEASE,
            CHANGE,
            WAIT,
            &[DRY_RUN],
            SHOW,
            VALUES,
            CHART_PATH,
            OUTPUT,
        ])
        .exclusive(EXCLUSIVE)
        .args(args::minimum::<1>())
        .complete(complete::release_and_chart)
        .run(run);

const PREFIX: &str = "INSTALLATION FAILED: ";

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let prefixed = |failure: Failure| Failure {
        message: format!("{PREFIX}{}", failure.message),
        ..failure
    };
    let release = name_and_chart(flags, &invocation.args, io)
        .and_then(|(name, chart)| {
            install(
                name,
                &chart,
                &Source {
                    flags,
                    server_side: flags.bool("server-side"),
                },
                context,
                io,
            )
        })
        .map_err(|failure| {
            if failure.message.is_empty() {
                failure
            } else {
                prefixed(failure)
            }
        })?;
    show(&release, flags, io)
}

/// Where what is installed comes from.
pub(super) struct Source<'a> {
    /// The flags of the command.
    pub(super) flags: &'a Flags,
    /// Whether the server applies objects.
    pub(super) server_side: bool,
}

/// Installs a chart as the flags say.
///
/// # Errors
/// What failed, without a prefix.
pub(super) fn install(
    name: String,
    chart: &str,
    source: &Source<'_>,
    context: &Context,
    io: &mut Io<'_>,
) -> Result<Release, Failure> {
    let flags = source.flags;
    let chart = load(chart, flags, io)?;
    let dry_run = dry_run(flags, io)?;
    if flags.bool("hide-secret") && dry_run == DryRun::None {
        let message = "hiding Kubernetes secrets requires a dry-run mode";
        logfmt::write(io, "ERROR", message, &[]);
        return Err(Failure::new(message));
    }
    let values = merge_values(flags, io)?;
    let mut config = if dry_run == DryRun::Client {
        offline(context, flags, io)?
    } else {
        session::open(context, flags, None, io)?
    };
    let on = |name: &str| flags.has(name) && flags.bool(name);
    let install = Install {
        name,
        namespace: config.cluster.namespace.clone(),
        chart: &chart,
        values,
        labels: flags.pairs("labels").clone(),
        server_side: source.server_side,
        dry_run,
        render: render_options(flags),
        deploying: deploying(flags, io),
        creation: CreationOptions {
            namespace: flags.bool("create-namespace"),
            skip_crds: flags.bool("skip-crds"),
            replace: on("replace"),
        },
    };
    install.run(&mut config, io).map_err(|error| {
        if !error.is_unreachable() {
            return session::failure("", &error);
        }
        let message = format!("cluster reachability check failed: {error}");
        logfmt::write(io, "ERROR", &message, &[]);
        Failure::new(message)
    })
}

/// What a rendering without a cluster works with: it never asks, so that any address will do.
fn offline(context: &Context, flags: &Flags, io: &mut Io<'_>) -> Result<Configuration, Failure> {
    let cluster = Cluster::unasked(&context.target, flags, io)?;
    Ok(Configuration {
        cluster,
        storage: crate::storage::Storage::Memory(crate::storage::Memory::default()),
        zone: environment::zone(&io.env),
    })
}

/// How the flags want charts rendered.
pub(super) fn render_options(flags: &Flags) -> RenderOptions {
    RenderOptions {
        skip_schema_validation: flags.bool("skip-schema-validation"),
        subchart_notes: flags.bool("render-subchart-notes"),
        hide_secret: flags.bool("hide-secret"),
    }
}

/// Finds and loads a chart that can be installed, and fetches what it depends on if that is wanted.
///
/// # Errors
/// What is wrong with it.
pub(super) fn load(name: &str, flags: &Flags, io: &mut Io<'_>) -> Result<Chart, Failure> {
    let located = chart_source::locate(name, flags, io)?;
    let mut chart = located.load(io)?;
    if let Err(missing) = chart_source::check(&chart, io) {
        let Located::Path(path) = &located else {
            return Err(missing);
        };
        if chart.is_library() || !flags.bool("dependency-update") {
            return Err(missing);
        }
        update_dependencies(path, flags, io)?;
        chart = located.load(io)?;
    }
    Ok(chart)
}

fn name_and_chart(
    flags: &Flags,
    args: &[String],
    io: &Io<'_>,
) -> Result<(String, String), Failure> {
    let generate = flags.bool("generate-name");
    let template = flags.string("name-template");
    match args {
        [_, _, rest @ ..] if !rest.is_empty() => Err(Failure::new(format!(
            "expected at most two arguments, unexpected arguments: {}",
            rest.join(", ")
        ))),
        [_, _] if !template.is_empty() => Err(Failure::new(
            "cannot set --name-template and also specify a name",
        )),
        [_, _] if generate => Err(Failure::new(
            "cannot set --generate-name and also specify a name",
        )),
        [name, chart] => Ok((name.clone(), chart.clone())),
        [chart, ..] if !template.is_empty() => {
            let name = name_template::execute(template, &io.env)?;
            Ok((name, chart.clone()))
        }
        [chart, ..] if generate => {
            let now = environment::now().unix_seconds();
            Ok((generated_name(chart, now), chart.clone()))
        }
        _ => Err(Failure::new(
            "must either provide a name or specify --generate-name",
        )),
    }
}

/// Prints a release after a change.
pub(super) fn show(release: &Release, flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let printer = ReleasePrinter {
        release,
        shown: Shown {
            all: crate::settings::debug(flags, &io.env),
            metadata: false,
            notes: !flags.bool("hide-notes"),
            chart: true,
        },
        resources: "",
        zone: &environment::zone(&io.env),
    };
    printer.write(Output::from_flags(flags), &mut io.stdout)
}
