//! `kubectl apply`: making objects be what manifests say.

mod client_side;
mod last_applied_commands;
mod prune;
mod server_side;

use cobra::{Command, Flag, Invocation, Io};
use serde_json::Value;

use crate::CommandError;
use crate::change_cause::RECORD_FLAGS;
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::field_validation::{self, VALIDATE_FLAGS};
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, local_objects};
use crate::session::{Factory, Session};

pub(crate) use client_side::{MANAGER as CLIENT_SIDE_MANAGER, three_way};

/// The manager of server-side apply, unless told otherwise.
const SERVER_SIDE_MANAGER: &str = "kubectl";

/// The flags of server-side apply, which diff has as well.
pub(crate) const SERVER_SIDE_FLAGS: &[Flag] = &[
    Flag::string(
        "field-manager",
        "Name of the manager used to track field ownership.",
    )
    .default(CLIENT_SIDE_MANAGER),
    Flag::bool(
        "force-conflicts",
        "If true, server-side apply takes over fields that others manage.",
    ),
    Flag::bool(
        "server-side",
        "If true, the server does the merging instead of the client.",
    ),
];

pub(super) static APPLY: Command<Session> = Command::new(
    "apply (-f FILENAME | -k DIRECTORY)",
    "Apply a configuration to a resource by file name or stdin",
)
.group(super::ADVANCED)
.long("Make objects be what manifests say. An object that does not exist is created; of one that does, what the manifest says is changed and what it no longer says is removed, while what others added stays.")
.example("  # Apply a manifest\n  kubectl apply -f ./web.yaml\n  \n  # Apply a kustomization\n  kubectl apply -k overlays/prod\n  \n  # Apply what another command prints\n  cat web.yaml | kubectl apply -f -")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    RECORD_FLAGS,
    SERVER_SIDE_FLAGS,
    &[
        Flag::bool("all", "Select all resources of the namespace when pruning."),
        Flag::string("cascade", "Must be \"background\", \"orphan\", or \"foreground\": what becomes of dependents of what is deleted.")
            .default("background")
            .optional_value("background")
            .values(&["background", "foreground", "orphan"]),
        Flag::bool("force", "If true, delete and create anew what cannot be changed."),
        Flag::int("grace-period", "Seconds that deleted resources get to end, -1 for their own.").default("-1"),
        Flag::bool("openapi-patch", "If true, take the server's word on how lists are merged.").default("true"),
        Flag::bool("overwrite", "Settle conflicts between the live and the given object in favour of the given one.").default("true"),
        Flag::bool("prune", "Delete objects that were applied before, fit the selector, and are not in the manifests."),
        Flag::string_array("prune-allowlist", "Only prune objects of this <group/version/kind>; repeat the flag for several."),
        Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
        Flag::string("subresource", "Apply to the subresource; only with --server-side.").values(&["resize", "scale", "status"]),
        Flag::duration("timeout", "How long to wait for a deletion, zero for as long as the object says.").default("0s"),
        Flag::bool("wait", "If true, wait until deleted objects are gone."),
    ],
])
.commands(&[&last_applied_commands::SET, &last_applied_commands::VIEW])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| apply(invocation, factory, io).await)
});

async fn apply(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if !invocation.args.is_empty() {
        let path = super::command_path(invocation);
        return Err(CommandError::usage(
            &path,
            &format!("Unexpected args: [{}]", invocation.args.join(" ")),
        ));
    }
    let files = FileOptions::new(flags);
    if files.is_empty() {
        return Err(CommandError::told("must specify one of -f and -k"));
    }
    let options = Options::new(invocation)?;
    let (mut infos, mut errors) = local_objects(&files, factory, io).await?;
    if let Some(selector) = &options.selector {
        infos.retain(|info| selector.matches_object(&info.object));
    }
    if infos.is_empty() && errors.is_empty() {
        return Err(CommandError::told("no objects passed to apply"));
    }
    let format = OutputFormat::new(flags, false, io)?;
    let mut applied: Vec<Applied> = Vec::new();
    let mut report = Report::new(
        format,
        flags.bool("show-managed-fields"),
        options.dry_run,
        infos.len() > 1,
    );
    for mut info in infos {
        let outcome = match options.server_side {
            true => server_side::apply(&mut info, &options, factory, io).await,
            false => client_side::apply(&mut info, &options, factory, io).await,
        };
        match outcome {
            Ok(did) => {
                report.one(&info, did, io)?;
                applied.push(Applied { info });
            }
            Err(error) => errors.push(error),
        }
    }
    report.finish(&applied, io)?;
    CommandError::aggregate(errors)?;
    if options.prune {
        prune::prune(&applied, &options, &mut report, factory, io).await?;
    }
    Ok(())
}

/// An object that was applied, as the server has it now.
pub(super) struct Applied {
    pub(super) info: Info,
}

/// What the command line asks for.
pub(super) struct Options {
    pub(super) dry_run: DryRun,
    pub(super) validation: &'static str,
    pub(super) manager: String,
    pub(super) server_side: bool,
    pub(super) force_conflicts: bool,
    pub(super) overwrite: bool,
    pub(super) force: bool,
    pub(super) prune: bool,
    pub(super) all: bool,
    pub(super) prune_allowlist: Vec<String>,
    pub(super) selector_text: String,
    pub(super) selector: Option<apimachinery::selector::LabelSelector>,
    pub(super) propagation: &'static str,
    pub(super) change_cause: Option<String>,
    pub(super) subresource: String,
    pub(super) grace_period: i64,
}

impl Options {
    fn new(invocation: &Invocation<Session>) -> Result<Options, CommandError> {
        let flags = &invocation.flags;
        let server_side = flags.bool("server-side");
        let manager = match (flags.changed("field-manager"), server_side) {
            (false, true) => SERVER_SIDE_MANAGER.to_owned(),
            _ => flags.string("field-manager").to_owned(),
        };
        let options = Options {
            dry_run: DryRun::new(flags)?,
            validation: field_validation::directive(flags)?,
            manager,
            server_side,
            force_conflicts: flags.bool("force-conflicts"),
            overwrite: flags.bool("overwrite"),
            force: flags.bool("force"),
            prune: flags.bool("prune"),
            all: flags.bool("all"),
            prune_allowlist: flags.strings("prune-allowlist").to_vec(),
            selector_text: flags.string("selector").to_owned(),
            selector: selector(flags.string("selector"))?,
            propagation: super::delete::propagation(flags.string("cascade"))?,
            change_cause: crate::change_cause::recorded(invocation),
            subresource: flags.string("subresource").to_owned(),
            grace_period: flags.int("grace-period"),
        };
        options.check()?;
        Ok(options)
    }

    fn check(&self) -> Result<(), CommandError> {
        let complaint = if self.force_conflicts && !self.server_side {
            "--force-conflicts only works with --server-side"
        } else if self.dry_run == DryRun::Client && self.server_side {
            "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server instead?)"
        } else if self.force && self.server_side {
            "--force cannot be used with --server-side"
        } else if self.force && self.dry_run == DryRun::Server {
            "--dry-run=server cannot be used with --force"
        } else if self.prune && !self.all && self.selector_text.is_empty() {
            "all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector"
        } else {
            return Ok(());
        };
        Err(CommandError::told(complaint))
    }
}

fn selector(text: &str) -> Result<Option<apimachinery::selector::LabelSelector>, CommandError> {
    if text.is_empty() {
        return Ok(None);
    }
    let parsed = text.parse::<apimachinery::selector::LabelSelector>();
    parsed
        .map(Some)
        .map_err(|error| CommandError::told(error.to_string()))
}

/// Prints what became of each object: a line at once, or all objects at the end.
pub(super) struct Report {
    format_is_human: bool,
    printer: ObjectPrinter,
    dry_run: DryRun,
    as_list: bool,
}

impl Report {
    fn new(
        format: OutputFormat,
        show_managed_fields: bool,
        dry_run: DryRun,
        as_list: bool,
    ) -> Report {
        Report {
            format_is_human: format.is_human() || matches!(format, OutputFormat::Name),
            printer: ObjectPrinter::new(format, show_managed_fields),
            dry_run,
            as_list,
        }
    }

    pub(super) fn one(
        &mut self,
        info: &Info,
        did: &str,
        io: &mut Io<'_>,
    ) -> Result<(), CommandError> {
        if !self.format_is_human {
            return Ok(());
        }
        let text = self.printer.print(&info.object)?;
        let line = result_line(
            info,
            Outcome {
                did,
                dry_run: self.dry_run,
            },
        );
        write!(io.stdout, "{}", if text.is_empty() { line } else { text })?;
        io.stdout.flush()?;
        Ok(())
    }

    fn finish(&mut self, applied: &[Applied], io: &mut Io<'_>) -> Result<(), CommandError> {
        if self.format_is_human || applied.is_empty() {
            return Ok(());
        }
        let objects: Vec<Value> = applied
            .iter()
            .map(|applied| applied.info.object.clone())
            .collect();
        let object = match (objects.as_slice(), self.as_list) {
            ([object], false) => object.clone(),
            _ => serde_json::json!({
                "apiVersion": "v1", "kind": "List", "metadata": {}, "items": objects,
            }),
        };
        write!(io.stdout, "{}", self.printer.print(&object)?)?;
        Ok(())
    }
}
