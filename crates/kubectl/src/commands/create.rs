//! `kubectl create`: making objects from manifests, or from flags.

mod clusterrole;
mod configmap;
mod cronjob;
mod deployment;
mod generated;
mod ingress;
mod job;
mod key_values;
mod name_hash;
mod namespace;
mod poddisruptionbudget;
mod policy_rules;
mod priorityclass;
mod quota;
mod role;
mod rolebinding;
mod secret;
mod service;
mod serviceaccount;
mod token;

use cobra::{Command, Flag, Invocation, Io};

use crate::CommandError;
use crate::change_cause::{CHANGE_CAUSE, RECORD_FLAGS, recorded};
use crate::dry_run::{DRY_RUN_FLAGS, DryRun};
use crate::field_validation::{self, VALIDATE_FLAGS};
use crate::last_applied;
use crate::object;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, PRINT_FLAGS, result_line};
use crate::resource::{FILE_FLAGS, FileOptions, Info, local_objects};
use crate::session::{Factory, Session};
use cliruntime::Query;

/// The manager of what create makes.
const MANAGER: &str = "kubectl-create";

/// Flags of everything that creates.
const CREATE_FLAGS: &[Flag] = &[
    Flag::string(
        "field-manager",
        "Name of the manager used to track field ownership.",
    )
    .default(MANAGER),
    Flag::bool(
        "save-config",
        "If true, remember the object in its annotations, so that kubectl apply can go on from it.",
    ),
];

pub(super) static CREATE: Command<Session> =
    Command::new("create -f FILENAME", "Create a resource from a file or from stdin")
        .group(super::BEGINNER)
        .long("Create objects from manifests, or from flags with one of the commands below.")
        .example("  # Create what a manifest says\n  kubectl create -f ./web.yaml\n  \n  # Create what another command prints\n  cat web.yaml | kubectl create -f -")
        .no_flags_in_use_line()
        .flags(&[
            PRINT_FLAGS,
            FILE_FLAGS,
            DRY_RUN_FLAGS,
            VALIDATE_FLAGS,
            RECORD_FLAGS,
            CREATE_FLAGS,
            &[
                Flag::string("raw", "Path to POST to on the server as it is."),
                Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
            ],
        ])
        .commands(&[
            &namespace::NAMESPACE,
            &quota::QUOTA,
            &secret::SECRET,
            &configmap::CONFIGMAP,
            &serviceaccount::SERVICE_ACCOUNT,
            &service::SERVICE,
            &deployment::DEPLOYMENT,
            &clusterrole::CLUSTER_ROLE,
            &rolebinding::CLUSTER_ROLE_BINDING,
            &role::ROLE,
            &rolebinding::ROLE_BINDING,
            &poddisruptionbudget::POD_DISRUPTION_BUDGET,
            &priorityclass::PRIORITY_CLASS,
            &job::JOB,
            &cronjob::CRON_JOB,
            &ingress::INGRESS,
            &token::TOKEN,
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| create(invocation, factory, io).await)
        });

async fn create(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let path = super::command_path(invocation);
    if !invocation.args.is_empty() {
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
    let (infos, mut errors) = local_objects(&files, factory, io).await?;
    if infos.is_empty() && errors.is_empty() {
        return Err(CommandError::told("no objects passed to create"));
    }
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for mut info in infos {
        match send(&mut info, &options, factory, io).await {
            Ok(()) if human => {
                write!(
                    io.stdout,
                    "{}",
                    result_line(
                        &info,
                        Outcome {
                            did: "created",
                            dry_run: options.dry_run
                        }
                    )
                )?;
            }
            Ok(()) => write!(io.stdout, "{}", printer.print(&info.object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

struct Options {
    dry_run: DryRun,
    validation: &'static str,
    manager: String,
    save_config: bool,
    change_cause: Option<String>,
}

impl Options {
    fn new(invocation: &Invocation<Session>) -> Result<Options, CommandError> {
        let flags = &invocation.flags;
        Ok(Options {
            dry_run: DryRun::new(flags)?,
            validation: field_validation::directive(flags)?,
            manager: flags.string("field-manager").to_owned(),
            save_config: flags.bool("save-config"),
            change_cause: flags.has("record").then(|| recorded(invocation)).flatten(),
        })
    }
}

/// Creates one object, or only prepares it.
async fn send(
    info: &mut Info,
    options: &Options,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    if let Some(cause) = &options.change_cause {
        object::set_annotation(&mut info.object, CHANGE_CAUSE, cause);
    }
    if options.save_config || last_applied::is_remembered(&info.object) {
        info.object = last_applied::annotated(&info.object);
    }
    if options.dry_run == DryRun::Client {
        return Ok(());
    }
    let query = options.dry_run.mark(
        Query::new()
            .with("fieldManager", &options.manager)
            .with("fieldValidation", options.validation),
    );
    let rest = factory.rest(io).await?;
    let answer = rest
        .post(&info.collection_path(), &query, &info.object)
        .await
        .map_err(|error| error.while_doing("creating", &info.source))?;
    factory.warnings.tell(&answer.warnings, io)?;
    info.refresh(answer.json()?);
    Ok(())
}
