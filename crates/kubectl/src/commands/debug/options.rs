//! What the command line of `kubectl debug` asks for.

use std::collections::BTreeMap;
use std::fs;

use apimachinery::Gvk;
use cobra::{Flags, Invocation, Io};
use patch::strategic;
use serde_json::{Map, Value, json};

use super::profile::Profile;
use crate::CommandError;
use crate::manifest_yaml::KUBERNETES_YAML;
use crate::session::Session;

/// Fields that a custom profile may not change.
const FIXED: [&str; 5] = ["name", "command", "image", "lifecycle", "volumeDevices"];

pub(super) struct Options {
    pub(super) names: Vec<String>,
    pub(super) filenames: Vec<String>,
    pub(super) container: String,
    pub(super) image: String,
    pub(super) copy_to: String,
    pub(super) target: String,
    pub(super) words: Vec<String>,
    pub(super) arguments_only: bool,
    pub(super) env: BTreeMap<String, String>,
    pub(super) pull_policy: String,
    pub(super) set_images: BTreeMap<String, String>,
    pub(super) profile: Profile,
    custom: Map<String, Value>,
    pub(super) kept: Kept,
    /// Whether the containers of a copy share processes, if the command line says so.
    pub(super) share_processes: Option<bool>,
    pub(super) same_node: bool,
    pub(super) replace: bool,
    pub(super) attach: bool,
    pub(super) stdin: bool,
    pub(super) tty: bool,
    pub(super) quiet: bool,
}

/// What a copy keeps of its pod.
pub(super) struct Kept {
    pub(super) labels: bool,
    pub(super) annotations: bool,
    pub(super) init_containers: bool,
    /// The probes that are not kept.
    pub(super) dropped_probes: Vec<&'static str>,
}

impl Options {
    /// Reads and checks the command line.
    ///
    /// # Errors
    /// What cannot go together, or is missing.
    pub(super) fn new(
        invocation: &Invocation<Session>,
        io: &Io<'_>,
    ) -> Result<Options, CommandError> {
        let flags = &invocation.flags;
        let text = |flag: &str| flags.string(flag).to_owned();
        let dash = invocation.args_before_dash;
        let (names, words) = invocation
            .args
            .split_at(dash.unwrap_or(invocation.args.len()));
        let profile = Profile::parse(flags.string("profile")).ok_or_else(|| {
            CommandError::told(format!("unknown profile: {}", flags.string("profile")))
        })?;
        let stdin = flags.bool("stdin");
        let options = Options {
            names: names.to_vec(),
            filenames: flags.strings("filename").to_vec(),
            container: text("container"),
            image: text("image"),
            copy_to: text("copy-to"),
            target: text("target"),
            words: words.to_vec(),
            arguments_only: flags.bool("arguments-only"),
            env: flags.pairs("env").clone(),
            pull_policy: text("image-pull-policy"),
            set_images: flags.pairs("set-image").clone(),
            profile,
            custom: custom(flags, io)?,
            kept: Kept::new(flags),
            share_processes: flags
                .changed("share-processes")
                .then(|| flags.bool("share-processes")),
            same_node: flags.bool("same-node"),
            replace: flags.bool("replace"),
            attach: match flags.changed("attach") {
                true => flags.bool("attach"),
                false => stdin,
            },
            stdin,
            tty: flags.bool("tty"),
            quiet: flags.bool("quiet"),
        };
        match options.complaint() {
            Some(complaint) => Err(CommandError::told(complaint)),
            None => Ok(options),
        }
    }

    fn complaint(&self) -> Option<String> {
        let told = |text: &str| Some(text.to_owned());
        let only_copies = |flag: &str| Some(format!("--{flag} may only be used with --copy-to."));
        if self.copy_to.is_empty() {
            if self.replace {
                return only_copies("replace");
            }
            if self.same_node {
                return only_copies("same-node");
            }
            if !self.set_images.is_empty() {
                return only_copies("set-image");
            }
            if self.image.is_empty() {
                return told("you must specify --image when not using --copy-to.");
            }
        } else if self.image.is_empty() {
            if self.set_images.is_empty() && self.words.is_empty() {
                return told("you must specify --image, --set-image or command arguments.");
            }
            if !self.words.is_empty() && self.container.is_empty() {
                return told(
                    "you must specify an existing container or a new image when specifying args.",
                );
            }
        }
        if self.names.is_empty() && self.filenames.is_empty() {
            return told("NAME or filename is required for debug");
        }
        if !matches!(
            self.pull_policy.as_str(),
            "" | "Always" | "IfNotPresent" | "Never"
        ) {
            return Some(format!("invalid image pull policy: {}", self.pull_policy));
        }
        if !self.target.is_empty() && !self.copy_to.is_empty() {
            return told("--target is incompatible with --copy-to. Use --share-processes instead.");
        }
        if self.tty && !self.stdin {
            return told("-i/--stdin is required for containers with -t/--tty=true");
        }
        None
    }

    /// A new container of this name.
    pub(super) fn container(&self, name: &str) -> Value {
        let mut container = json!({"name": name});
        self.change(&mut container);
        container
    }

    /// Changes a container as the command line asks.
    pub(super) fn change(&self, container: &mut Value) {
        if !self.words.is_empty() {
            let words = json!(self.words);
            if self.arguments_only {
                container["args"] = words;
            } else {
                container["command"] = words;
                if let Some(fields) = container.as_object_mut() {
                    fields.remove("args");
                }
            }
        }
        if !self.env.is_empty() {
            let variable = |(name, value)| json!({"name": name, "value": value});
            container["env"] = self.env.iter().map(variable).collect();
        }
        for (field, text) in [
            ("image", &self.image),
            ("imagePullPolicy", &self.pull_policy),
        ] {
            if !text.is_empty() {
                container[field] = text.as_str().into();
            }
        }
        for (field, wanted) in [("stdin", self.stdin), ("tty", self.tty)] {
            if wanted {
                container[field] = true.into();
            } else if let Some(fields) = container.as_object_mut() {
                fields.remove(field);
            }
        }
    }

    /// Changes a container as the custom profile asks: a strategic merge patch of it.
    ///
    /// # Errors
    /// The profile does not fit a container.
    pub(super) fn customize(&self, container: &mut Value) -> Result<(), CommandError> {
        let gvk = Gvk::new("", "v1", "Pod");
        let (false, Some(definition)) = (self.custom.is_empty(), schema::kind(&gvk)) else {
            return Ok(());
        };
        let mut change = self.custom.clone();
        change.insert("name".to_owned(), container["name"].clone());
        let pod = |container: Value| json!({"spec": {"containers": [container]}});
        let changed = strategic::apply(pod(container.take()), pod(change.into()), definition);
        let mut changed = changed.map_err(|error| CommandError::told(error.to_string()))?;
        *container = changed["spec"]["containers"][0].take();
        Ok(())
    }
}

impl Kept {
    fn new(flags: &Flags) -> Kept {
        let probes = [
            ("keep-liveness", "livenessProbe"),
            ("keep-readiness", "readinessProbe"),
            ("keep-startup", "startupProbe"),
        ];
        Kept {
            labels: flags.bool("keep-labels"),
            annotations: flags.bool("keep-annotations"),
            init_containers: flags.bool("keep-init-containers"),
            dropped_probes: probes
                .into_iter()
                .filter(|(flag, _)| !flags.bool(flag))
                .map(|(_, probe)| probe)
                .collect(),
        }
    }
}

/// Reads the part of a container spec that a custom profile is.
fn custom(flags: &Flags, io: &Io<'_>) -> Result<Map<String, Value>, CommandError> {
    let file = flags.string("custom");
    if file.is_empty() {
        return Ok(Map::new());
    }
    let text = fs::read(io.resolve(file)).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file or directory".to_owned(),
            _ => error.to_string(),
        };
        CommandError::told(format!(
            "must pass a container spec json file for custom profile: open {file}: {why}"
        ))
    })?;
    let invalid = |why: String| {
        CommandError::told(format!(
            "{file} does not contain a valid container spec: {why}"
        ))
    };
    let value = goyaml::yaml_to_json(&text, &KUBERNETES_YAML)
        .map_err(|error| invalid(error.to_string()))?;
    let Value::Object(spec) = value else {
        return Err(invalid("it is no mapping".to_owned()));
    };
    if FIXED.iter().any(|field| spec.contains_key(*field)) {
        return Err(CommandError::told(
            "name, command, image, lifecycle and volume devices are not modifiable via custom profile",
        ));
    }
    Ok(spec)
}
