//! Clusters and users: set, and taken away.

use std::fs;
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::files::{Files, Section};
use super::{local, unexpected};
use crate::CommandError;
use crate::session::Session;

pub(super) static DELETE_CLUSTER: Command<Session> = Command::new(
    "delete-cluster NAME",
    "Delete the specified cluster from the kubeconfig",
)
.example("  # Forget a cluster\n  kubectl config delete-cluster shop")
.no_flags_in_use_line()
.run(|invocation, _, io| {
    local(invocation, io, |invocation, io| {
        delete(Section::Clusters, invocation, io)
    })
});

pub(super) static DELETE_CONTEXT: Command<Session> = Command::new(
    "delete-context NAME",
    "Delete the specified context from the kubeconfig",
)
.example("  # Forget a context\n  kubectl config delete-context shop")
.no_flags_in_use_line()
.run(|invocation, _, io| {
    local(invocation, io, |invocation, io| {
        delete(Section::Contexts, invocation, io)
    })
});

pub(super) static DELETE_USER: Command<Session> = Command::new(
    "delete-user NAME",
    "Delete the specified user from the kubeconfig",
)
.example("  # Forget a user\n  kubectl config delete-user ada")
.no_flags_in_use_line()
.run(|invocation, _, io| {
    local(invocation, io, |invocation, io| {
        delete(Section::Users, invocation, io)
    })
});

pub(super) static SET_CLUSTER: Command<Session> = Command::new(
    "set-cluster NAME [--server=server] [--certificate-authority=path/to/certificate/authority] [--insecure-skip-tls-verify=true] [--tls-server-name=example.com]",
    "Set a cluster entry in kubeconfig",
)
.long("Make a cluster's entry, or change the fields of one that are given.")
.example("  # Where a cluster is\n  kubectl config set-cluster shop --server=https://shop.example:6443")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string("certificate-authority", "File with the certificate of the authority"),
    Flag::bool("embed-certs", "Put the content of the file into the kubeconfig"),
    Flag::bool("insecure-skip-tls-verify", "Do not check the server's certificate"),
    Flag::string("proxy-url", "The proxy to go through"),
    Flag::string("server", "The server's address"),
    Flag::string("tls-server-name", "The name to expect in the server's certificate"),
]])
.run(|invocation, _, io| local(invocation, io, set_cluster));

pub(super) static SET_CREDENTIALS: Command<Session> = Command::new(
    "set-credentials NAME [--client-certificate=path/to/certfile] [--client-key=path/to/keyfile] [--token=bearer_token] [--username=basic_user] [--password=basic_password]",
    "Set a user entry in kubeconfig",
)
.long("Make a user's entry, or change the fields of one that are given. A token and a name with a password exclude each other.")
.example("  # A user who is known by a token\n  kubectl config set-credentials robot --token=secret")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string("client-certificate", "File with the client certificate"),
    Flag::string("client-key", "File with the client key"),
    Flag::bool("embed-certs", "Put the content of the files into the kubeconfig"),
    Flag::string("password", "The password for basic authentication"),
    Flag::string("token", "The bearer token"),
    Flag::string("username", "The name for basic authentication"),
]])
.run(|invocation, _, io| local(invocation, io, set_credentials));

fn delete(
    section: Section,
    invocation: &Invocation<Session>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let [name] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let mut files = Files::read(invocation, io)?;
    let (entry, file) = (section.entry(), files.default_file().to_owned());
    if files.entry(section, name).is_none() {
        return Err(CommandError::told(format!(
            "cannot delete {entry} {name}, not in {file}"
        )));
    }
    if section == Section::Contexts && files.current() == *name {
        writeln!(
            io.stderr,
            "warning: this removed your active context, use \"kubectl config use-context\" to select a different one"
        )?;
    }
    files.set(section, name, None)?;
    writeln!(io.stdout, "deleted {entry} {name} from {file}")?;
    Ok(())
}

/// The fields of an entry, changed one by one.
struct Entry<'a> {
    content: Value,
    folder: &'a Path,
    embed: bool,
}

impl Entry<'_> {
    fn set(&mut self, field: &str, value: impl Into<Value>) {
        self.content[field] = value.into();
    }

    fn remove(&mut self, field: &str) {
        if let Some(fields) = self.content.as_object_mut() {
            fields.remove(field);
        }
    }

    /// Sets a field of an entry to a file, or the field beside it to the file's content.
    fn set_file(&mut self, field: &str, given: &str, io: &Io<'_>) -> Result<(), CommandError> {
        let data = format!("{field}-data");
        let path = io.resolve(given);
        if self.embed {
            let content = fs::read(&path).map_err(|_| {
                CommandError::told(format!(
                    "could not stat {field} file {given}: stat {given}: no such file or directory"
                ))
            })?;
            self.set(&data, STANDARD.encode(content));
            self.remove(field);
            return Ok(());
        }
        // Below the kubeconfig's folder paths start from there.
        let shown = path.strip_prefix(self.folder).unwrap_or(&path);
        self.set(field, shown.to_string_lossy().into_owned());
        self.remove(&data);
        Ok(())
    }
}

fn set_cluster(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let [name] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let authority = flags.string("certificate-authority");
    if flags.bool("insecure-skip-tls-verify") && !authority.is_empty() {
        return Err(CommandError::told(
            "you cannot specify a certificate authority and insecure mode at the same time",
        ));
    }
    if flags.bool("embed-certs") && authority.is_empty() {
        return Err(CommandError::told(
            "you must specify a --certificate-authority to embed",
        ));
    }
    let mut files = Files::read(invocation, io)?;
    let folder = files.folder_of(Section::Clusters, name);
    let mut entry = Entry {
        content: files
            .entry(Section::Clusters, name)
            .unwrap_or_else(|| json!({})),
        folder: &folder,
        embed: flags.bool("embed-certs"),
    };
    for field in ["server", "tls-server-name", "proxy-url"] {
        if flags.changed(field) {
            entry.set(field, flags.string(field));
        }
    }
    if flags.changed("insecure-skip-tls-verify") {
        entry.remove("insecure-skip-tls-verify");
        if flags.bool("insecure-skip-tls-verify") {
            entry.set("insecure-skip-tls-verify", true);
            entry.remove("certificate-authority");
            entry.remove("certificate-authority-data");
        }
    }
    if !authority.is_empty() {
        entry.set_file("certificate-authority", authority, io)?;
        entry.remove("insecure-skip-tls-verify");
    }
    let content = entry.content;
    files.set(Section::Clusters, name, Some(content))?;
    writeln!(io.stdout, "Cluster {name:?} set.")?;
    Ok(())
}

fn set_credentials(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let [name] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let basic = !flags.string("username").is_empty() || !flags.string("password").is_empty();
    if basic && !flags.string("token").is_empty() {
        return Err(CommandError::told(
            "you cannot specify more than one authentication method at the same time: --token, --username/--password",
        ));
    }
    let mut files = Files::read(invocation, io)?;
    let folder = files.folder_of(Section::Users, name);
    let mut entry = Entry {
        content: files
            .entry(Section::Users, name)
            .unwrap_or_else(|| json!({})),
        folder: &folder,
        embed: flags.bool("embed-certs"),
    };
    for field in ["client-certificate", "client-key"] {
        if !flags.string(field).is_empty() {
            entry.set_file(field, flags.string(field), io)?;
        }
    }
    if flags.changed("token") {
        entry.set("token", flags.string("token"));
        entry.remove("username");
        entry.remove("password");
    }
    for field in ["username", "password"] {
        if flags.changed(field) {
            entry.set(field, flags.string(field));
            entry.remove("token");
            entry.remove("tokenFile");
        }
    }
    let content = entry.content;
    files.set(Section::Users, name, Some(content))?;
    writeln!(io.stdout, "User {name:?} set.")?;
    Ok(())
}
