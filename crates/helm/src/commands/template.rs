//! `helm template`.

mod show_only;

use std::io::Write;

use chart::{
    Capabilities, Chart, Error, HookEvent, KubeVersion, Options, Release, Rendered, render,
};
use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::action::check_name;
use crate::args;
use crate::chart_source::Located;
use crate::complete;
use crate::failure::INVALID_YAML;
use crate::flags::{
    CHANGE, CHART_PATH, INSTALL, RELEASE, VALUES, WAIT, merge_values, warn_of_wait,
};
use crate::output_dir::OutputDir;
use crate::root::Context;
use crate::{chart_source, commands, environment, explain, name_template, settings};

const NO_EFFECT: &str = "this flag has no effect for 'helm template' and will be removed in Helm 5";

const FLAGS: &[Flag] = &[
    Flag::string_slice(
        "api-versions",
        "API versions that templates see; can be repeated",
    )
    .short('a'),
    Flag::string(
        "dry-run",
        "render only: \"client\" without a cluster, \"server\" with one",
    )
    .optional_value("unset")
    .default("client"),
    Flag::bool("hide-notes", "leave the notes out").deprecated(NO_EFFECT),
    Flag::bool("include-crds", "show custom resource definitions"),
    Flag::bool("is-upgrade", "render as for an upgrade"),
    Flag::string("kube-version", "version of Kubernetes that templates see"),
    Flag::string("output-dir", "directory that documents are written to"),
    Flag::bool(
        "release-name",
        "put the release's name into the paths of files",
    ),
    Flag::bool("render-subchart-notes", "show the notes of all charts").deprecated(NO_EFFECT),
    Flag::string_array(
        "show-only",
        "show only what comes from these templates; can be repeated",
    )
    .short('s'),
    Flag::bool("skip-tests", "leave tests out"),
    Flag::bool("validate", "check against the cluster")
        .deprecated("use '--dry-run=server' instead"),
];

const LONG: &str = "
Renders the templates of a chart and shows the documents, without a cluster.

What templates would ask a cluster for is made up: its version, the API versions
that it serves, and no objects at all. --kube-version and --api-versions say
otherwise.
";

const EXAMPLE: &str = "  # Render a chart with a value of its own
  helm template web ./chart --set replicas=3

  # Show what one file renders to, as on an older cluster
  helm template web ./chart -s templates/deployment.yaml --kube-version 1.31

  # Write the documents to files
  helm template web ./chart -f production.yaml --output-dir out";

pub(crate) static TEMPLATE: Command<Context> =
    Command::new("template [NAME] [CHART]", "render a chart")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[FLAGS, INSTALL, RELEASE, CHANGE, WAIT, VALUES, CHART_PATH])
        .exclusive(&[
            &["force", "force-conflicts"],
            &["force-replace", "force-conflicts"],
            &["force", "force-replace"],
            &["validate", "dry-run"],
        ])
        .args(args::minimum::<1>())
        .complete(complete::release_and_chart)
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let mut options = Options::new(environment::system());
    options.capabilities = capabilities(flags)?;
    warn_of_wait(flags, io);
    check_dry_run(flags, io)?;
    let (name, chart) = name_and_chart(flags, &invocation.args, io)?;
    let located = chart_source::locate(&chart, flags, io)?;
    let values = merge_values(flags, io)?;
    let mut chart = located.load(io)?;
    if let Err(missing) = chart_source::check(&chart, io) {
        let Located::Path(path) = &located else {
            return Err(missing);
        };
        if chart.is_library() || !flags.bool("dependency-update") {
            return Err(missing);
        }
        commands::update_dependencies(path, flags, io)?;
        chart = located.load(io)?;
    }
    let named = check_name(&name).inspect_err(|error| error.log(io));
    named.map_err(|error| Failure::new(format!("release name check failed: {error}")))?;
    options.release = Release {
        name,
        namespace: settings::namespace(flags, io),
        revision: 1,
        is_upgrade: flags.bool("is-upgrade"),
    };
    options.skip_schema_validation = flags.bool("skip-schema-validation");
    let rendered = render(&chart, &values, &options);
    write_log(&options.log, io)?;
    match rendered {
        Ok(rendered) => show(&rendered, flags, &options.release, io),
        Err(error) => Err(fail(&error, &chart, flags, io)?),
    }
}

fn write_log(log: &chart::Log, io: &mut Io<'_>) -> Result<(), Failure> {
    for line in log.take() {
        writeln!(io.stderr, "{line}")?;
    }
    Ok(())
}

fn capabilities(flags: &Flags) -> Result<Capabilities, Failure> {
    let mut capabilities = Capabilities::default();
    let version = flags.string("kube-version");
    if !version.is_empty() {
        capabilities.kube_version = KubeVersion::parse(version).map_err(|error| {
            let version = version.replace('\'', "\\'");
            Failure::new(format!("invalid kube version '{version}': {error}"))
        })?;
    }
    capabilities
        .api_versions
        .extend(flags.strings("api-versions").iter().cloned());
    Ok(capabilities)
}

fn check_dry_run(flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let mode = flags.string("dry-run");
    match mode {
        "client" => {}
        "unset" => writeln!(
            io.stderr,
            "level=WARN msg=\"--dry-run is deprecated and should be replaced with '--dry-run=client'\""
        )?,
        "true" => writeln!(
            io.stderr,
            "level=WARN msg=\"boolean '--dry-run=true' flag is deprecated and must be replaced with '--dry-run=client'\""
        )?,
        "server" => {}
        other => {
            let other = gostd::strconv::quote(other);
            let modes = match mode {
                "none" | "false" => "\"server\" or \"client\"",
                _ => "\"none\", \"server\", or \"client\"",
            };
            let message = format!("invalid dry-run value ({other}). Must be {modes}");
            return Err(Failure::new(message));
        }
    }
    if mode == "server" || flags.bool("validate") {
        return Err(Failure::new("rendering against a cluster is not there yet"));
    }
    Ok(())
}

/// The release's name and the chart, from one or two arguments.
fn name_and_chart(
    flags: &Flags,
    args: &[String],
    io: &Io<'_>,
) -> Result<(String, String), Failure> {
    let generate = flags.bool("generate-name");
    match args {
        [_, _, rest @ ..] if !rest.is_empty() => {
            let message = format!(
                "expected at most two arguments, unexpected arguments: {}",
                rest.join(", ")
            );
            Err(Failure::new(message))
        }
        [_, _] if !flags.string("name-template").is_empty() => Err(Failure::new(
            "cannot set --name-template and also specify a name",
        )),
        [_, _] if generate => Err(Failure::new(
            "cannot set --generate-name and also specify a name",
        )),
        [name, chart] => Ok((name.clone(), chart.clone())),
        [chart] if !flags.string("name-template").is_empty() => {
            let name = name_template::execute(flags.string("name-template"), &io.env)?;
            Ok((name, chart.clone()))
        }
        [chart, ..] => Ok(("release-name".to_owned(), chart.clone())),
        [] => Err(Failure::new(
            "must either provide a name or specify --generate-name",
        )),
    }
}

/// The failure of a rendering; what was rendered is shown if it is asked for.
fn fail(error: &Error, chart: &Chart, flags: &Flags, io: &mut Io<'_>) -> Result<Failure, Failure> {
    let debug = settings::debug(flags, &io.env);
    let mut message = error.to_string();
    let in_templates = matches!(
        error,
        Error::Render(_) | Error::Manifest { .. } | Error::KubeVersion { .. }
    );
    if let (Error::Manifest { files, .. }, true) = (error, debug) {
        for (path, text) in files
            .iter()
            .filter(|(_, text)| !text.to_str().trim().is_empty())
        {
            write!(io.stdout, "---\n# Source: {path}\n{text}\n")?;
        }
    }
    if in_templates && !debug {
        message.push_str(&format!("\n\n{INVALID_YAML}"));
    }
    message.push_str(&explain::rendering(error, chart));
    Ok(Failure::new(message))
}

fn show(
    rendered: &Rendered,
    flags: &Flags,
    release: &Release,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let crds = if flags.bool("include-crds") {
        rendered.crds.as_slice()
    } else {
        &[]
    };
    let hooks = rendered.hooks.iter().filter(|hook| {
        let skipped = flags.bool("skip-tests") && hook.events.contains(&HookEvent::Test);
        !flags.bool("no-hooks") && !skipped
    });
    let directory = flags.string("output-dir");
    if !directory.is_empty() {
        write_files(rendered, crds, hooks, flags, release, io)?;
        // Nothing is left to choose from.
        show_only::select("", flags.strings("show-only"))?;
        writeln!(io.stdout)?;
        return Ok(());
    }
    let mut manifests = Vec::new();
    for (path, text) in crds {
        document(&mut manifests, path, text.as_bytes());
    }
    for manifest in &rendered.manifests {
        document(&mut manifests, &manifest.path, manifest.content.as_bytes());
    }
    let mut out = String::from_utf8_lossy(&manifests)
        .trim_matches(gostd::unicode::is_space)
        .as_bytes()
        .to_vec();
    out.push(b'\n');
    for hook in hooks {
        document(&mut out, &hook.path, hook.manifest.as_bytes());
    }
    let only = flags.strings("show-only");
    if only.is_empty() {
        io.stdout.write_all(&out)?;
        return Ok(());
    }
    for manifest in show_only::select(&String::from_utf8_lossy(&out), only)? {
        write!(io.stdout, "---\n{manifest}\n")?;
    }
    Ok(())
}

fn document(out: &mut Vec<u8>, path: &str, content: &[u8]) {
    out.extend_from_slice(b"---\n# Source: ");
    out.extend_from_slice(path.as_bytes());
    out.push(b'\n');
    out.extend_from_slice(content);
    out.push(b'\n');
}

fn write_files<'a>(
    rendered: &Rendered,
    crds: &[(String, gotmpl::Str)],
    hooks: impl Iterator<Item = &'a chart::Hook>,
    flags: &Flags,
    release: &Release,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let directory = flags.string("output-dir");
    let mut files = OutputDir::new();
    for (path, text) in crds {
        files.write(directory, path, &text.to_str(), io)?;
    }
    let below = if flags.bool("release-name") {
        format!("{directory}/{}", release.name)
    } else {
        directory.to_owned()
    };
    for manifest in &rendered.manifests {
        files.write(&below, &manifest.path, &manifest.content, io)?;
    }
    for hook in hooks {
        files.write(&below, &hook.path, &hook.manifest, io)?;
    }
    Ok(())
}
