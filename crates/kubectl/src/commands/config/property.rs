//! `config set` and `config unset`: one value of the kubeconfig, by its path.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::files::{Files, Section};
use super::{local, unexpected};
use crate::CommandError;
use crate::session::Session;

pub(super) static SET: Command<Session> = Command::new(
    "set PROPERTY_NAME PROPERTY_VALUE",
    "Set an individual value in a kubeconfig file",
)
.long("Set one value, named by its path: clusters.NAME.server, contexts.NAME.namespace, users.NAME.token, current-context and the like. Data is given in base64.")
.example("  # Where the cluster kaeru is reached\n  kubectl config set clusters.kaeru.server https://127.0.0.1:6443\n  \n  # The namespace of the context shop\n  kubectl config set contexts.shop.namespace shop")
.no_flags_in_use_line()
.flags(&[&[Flag::bool("set-raw-bytes", "Data is given as it is, not in base64.")]])
.run(|invocation, _, io| local(invocation, io, set));

pub(super) static UNSET: Command<Session> = Command::new(
    "unset PROPERTY_NAME",
    "Unset an individual value in a kubeconfig file",
)
.long("Take one value away, named by its path: a field, a whole cluster, user or context, or all of them.")
.example("  # No context is the current one\n  kubectl config unset current-context\n  \n  # The context shop has no namespace of its own\n  kubectl config unset contexts.shop.namespace")
.no_flags_in_use_line()
.run(|invocation, _, io| local(invocation, io, unset));

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Text,
    Truth,
    Data,
}

/// The fields of a section's entries, by the names that paths have for them, with what they are called in files.
fn fields(section: Section) -> &'static [(&'static str, &'static str, Kind)] {
    use Kind::{Data, Text, Truth};
    match section {
        Section::Clusters => &[
            ("server", "server", Text),
            ("tls-server-name", "tls-server-name", Text),
            (
                "insecure-skip-tls-verify",
                "insecure-skip-tls-verify",
                Truth,
            ),
            ("certificate-authority", "certificate-authority", Text),
            (
                "certificate-authority-data",
                "certificate-authority-data",
                Data,
            ),
            ("proxy-url", "proxy-url", Text),
            ("disable-compression", "disable-compression", Truth),
        ],
        Section::Contexts => &[
            ("cluster", "cluster", Text),
            ("user", "user", Text),
            ("namespace", "namespace", Text),
        ],
        Section::Users => &[
            ("client-certificate", "client-certificate", Text),
            ("client-certificate-data", "client-certificate-data", Data),
            ("client-key", "client-key", Text),
            ("client-key-data", "client-key-data", Data),
            ("token", "token", Text),
            ("tokenFile", "tokenFile", Text),
            ("act-as", "as", Text),
            ("act-as-uid", "as-uid", Text),
            ("username", "username", Text),
            ("password", "password", Text),
        ],
    }
}

/// What a path leads to.
#[derive(Debug, PartialEq, Eq)]
enum Property {
    CurrentContext,
    Colors,
    /// What every kubeconfig says of itself: nothing changes it.
    Fixed,
    Section(Section),
    Entry(Section, String),
    Field {
        section: Section,
        entry: String,
        field: &'static str,
        kind: Kind,
    },
}

impl Property {
    /// Reads a path. Names of entries may have dots: they end where a field begins.
    fn parse(path: &str) -> Result<Property, String> {
        let unparsed = || format!("unable to parse {path} after [] at api.Config");
        let parts: Vec<&str> = path.split('.').collect();
        let section = match parts[0] {
            "current-context" if parts.len() == 1 => return Ok(Property::CurrentContext),
            "kind" | "apiVersion" if parts.len() == 1 => return Ok(Property::Fixed),
            "preferences" if parts[1..] == ["colors"] => return Ok(Property::Colors),
            "clusters" => Section::Clusters,
            "contexts" => Section::Contexts,
            "users" => Section::Users,
            _ => return Err(unparsed()),
        };
        if parts.len() == 1 {
            return Ok(Property::Section(section));
        }
        let known = |part: &&str| fields(section).iter().find(|(name, ..)| name == part);
        let place = (2..parts.len()).find(|place| known(&parts[*place]).is_some());
        let entry = parts[1..place.unwrap_or(parts.len())].join(".");
        match place.and_then(|place| Some((place, known(&parts[place])?))) {
            None => Ok(Property::Entry(section, entry)),
            Some((place, _)) if place + 1 < parts.len() => Err(format!(
                "unable to parse one or more field values of {path}"
            )),
            Some((_, (_, field, kind))) => Ok(Property::Field {
                section,
                entry,
                field,
                kind: *kind,
            }),
        }
    }
}

fn set(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let [path, value] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let mut files = Files::read(invocation, io)?;
    match Property::parse(path).map_err(CommandError::told)? {
        Property::CurrentContext => files.set_current(value)?,
        Property::Colors => files.set_colors(Some(truth(value)?))?,
        Property::Fixed => {}
        Property::Section(section) | Property::Entry(section, _) => {
            let names: Vec<String> = files.entries(section).keys().cloned().collect();
            return Err(CommandError::told(format!(
                "can't set a map to a value: map[{}]",
                names.join(" ")
            )));
        }
        Property::Field {
            section,
            entry,
            field,
            kind,
        } => {
            let raw = invocation.flags.bool("set-raw-bytes");
            let value = match kind {
                Kind::Text => json!(value),
                Kind::Truth => json!(truth(value)?),
                Kind::Data if raw => json!(STANDARD.encode(value)),
                Kind::Data => json!(data(value)?),
            };
            let mut content = files.entry(section, &entry).unwrap_or_else(|| json!({}));
            content[field] = value;
            files.set(section, &entry, Some(content))?;
        }
    }
    writeln!(io.stdout, "Property {path:?} set.")?;
    Ok(())
}

fn unset(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let [path] = invocation.args.as_slice() else {
        return Err(unexpected(invocation, io));
    };
    let mut files = Files::read(invocation, io)?;
    match Property::parse(path).map_err(CommandError::told)? {
        Property::CurrentContext => files.set_current("")?,
        Property::Colors => files.set_colors(None)?,
        Property::Fixed => {}
        Property::Section(section) => {
            let names: Vec<String> = files.entries(section).keys().cloned().collect();
            for name in names {
                files.set(section, &name, None)?;
            }
        }
        Property::Entry(section, entry) => {
            if files.entry(section, &entry).is_some() {
                files.set(section, &entry, None)?;
            }
        }
        Property::Field {
            section,
            entry,
            field,
            ..
        } => {
            let Some(mut content) = files.entry(section, &entry) else {
                return Err(CommandError::told(format!(
                    "current map key `{entry}` is invalid"
                )));
            };
            if let Some(fields) = content.as_object_mut() {
                fields.remove(field);
            }
            files.set(section, &entry, Some(content))?;
        }
    }
    writeln!(io.stdout, "Property {path:?} unset.")?;
    Ok(())
}

/// A truth value as Go reads one.
fn truth(word: &str) -> Result<bool, CommandError> {
    match word {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(CommandError::told(format!(
            "strconv.ParseBool: parsing {word:?}: invalid syntax"
        ))),
    }
}

/// Data in base64, as it stands in a file.
fn data(word: &str) -> Result<Value, CommandError> {
    match STANDARD.decode(word) {
        Ok(bytes) => Ok(STANDARD.encode(bytes).into()),
        Err(error) => {
            let at = match error {
                base64::DecodeError::InvalidByte(at, _) => at,
                base64::DecodeError::InvalidLastSymbol { offset, .. } => offset,
                base64::DecodeError::InvalidLength(_) | base64::DecodeError::InvalidPadding => {
                    word.len() / 4 * 4
                }
            };
            Err(CommandError::told(format!(
                "error decoding input value: illegal base64 data at input byte {at}"
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_ends_in_a_field_or_names_an_entry() {
        let field = |entry: &str, field, kind| {
            Ok(Property::Field {
                section: Section::Clusters,
                entry: entry.to_owned(),
                field,
                kind,
            })
        };
        for (path, expected) in [
            ("clusters.a.server", field("a", "server", Kind::Text)),
            (
                "clusters.a.b.c.server",
                field("a.b.c", "server", Kind::Text),
            ),
            (
                "clusters.a.b",
                Ok(Property::Entry(Section::Clusters, "a.b".to_owned())),
            ),
            ("clusters", Ok(Property::Section(Section::Clusters))),
            ("current-context", Ok(Property::CurrentContext)),
            (
                "clusters.a.server.x",
                Err("unable to parse one or more field values of clusters.a.server.x".to_owned()),
            ),
            (
                "nope",
                Err("unable to parse nope after [] at api.Config".to_owned()),
            ),
        ] {
            assert_eq!(Property::parse(path), expected, "{path}");
        }
    }
}
