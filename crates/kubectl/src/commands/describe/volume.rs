//! Volumes for people.

use serde_json::Value;

use super::text::{Text, annotation_lines, pairs};
use crate::object::{items, shown};

/// A kind of volume: its field, what it is called, and which of its fields are shown under which titles.
struct Source {
    field: &'static str,
    name: &'static str,
    shown: &'static [(&'static str, Fact)],
}

/// How a field of a volume is shown.
#[derive(Clone, Copy)]
enum Fact {
    /// As it is.
    Text(&'static str),
    /// As it is, after a title without a colon.
    Bare(&'static str),
    /// `true` or `false`, false where it is not there.
    Flag(&'static str),
    /// As a number, 0 where it is not there.
    Number(&'static str),
    /// As it is, with a word for what is not there.
    Or(&'static str, &'static str),
    /// A reference by name, as Go prints it for programmers.
    Reference(&'static str),
    /// As `[a b]`.
    List(&'static str),
    /// As `a=b`, a line each.
    Pairs(&'static str),
}

const SOURCES: &[Source] = &[
    Source {
        field: "hostPath",
        name: "HostPath (bare host directory volume)",
        shown: &[
            ("Path", Fact::Text("path")),
            ("HostPathType", Fact::Text("type")),
        ],
    },
    Source {
        field: "emptyDir",
        name: "EmptyDir (a temporary directory that shares a pod's lifetime)",
        shown: &[
            ("Medium", Fact::Text("medium")),
            ("SizeLimit", Fact::Or("sizeLimit", "<unset>")),
        ],
    },
    Source {
        field: "gitRepo",
        name: "GitRepo (a volume that is pulled from git when the pod is created)",
        shown: &[
            ("Repository", Fact::Text("repository")),
            ("Revision", Fact::Text("revision")),
        ],
    },
    Source {
        field: "secret",
        name: "Secret (a volume populated by a Secret)",
        shown: &[
            ("SecretName", Fact::Text("secretName")),
            ("Optional", Fact::Flag("optional")),
        ],
    },
    Source {
        field: "configMap",
        name: "ConfigMap (a volume populated by a ConfigMap)",
        shown: &[
            ("Name", Fact::Text("name")),
            ("Optional", Fact::Flag("optional")),
        ],
    },
    Source {
        field: "nfs",
        name: "NFS (an NFS mount that lasts the lifetime of a pod)",
        shown: &[
            ("Server", Fact::Text("server")),
            ("Path", Fact::Text("path")),
            ("ReadOnly", Fact::Flag("readOnly")),
        ],
    },
    Source {
        field: "iscsi",
        name: "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
        shown: &[
            ("TargetPortal", Fact::Text("targetPortal")),
            ("IQN", Fact::Text("iqn")),
            ("Lun", Fact::Number("lun")),
            ("ISCSIInterface", Fact::Bare("iscsiInterface")),
            ("FSType", Fact::Text("fsType")),
            ("ReadOnly", Fact::Flag("readOnly")),
            ("Portals", Fact::List("portals")),
            ("DiscoveryCHAPAuth", Fact::Flag("chapAuthDiscovery")),
            ("SessionCHAPAuth", Fact::Flag("chapAuthSession")),
            ("SecretRef", Fact::Reference("secretRef")),
            ("InitiatorName", Fact::Or("initiatorName", "<none>")),
        ],
    },
    Source {
        field: "persistentVolumeClaim",
        name: "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
        shown: &[
            ("ClaimName", Fact::Text("claimName")),
            ("ReadOnly", Fact::Flag("readOnly")),
        ],
    },
    Source {
        field: "fc",
        name: "FC (a Fibre Channel disk)",
        shown: &[
            ("TargetWWNs", Fact::List("targetWWNs")),
            ("LUN", Fact::Text("lun")),
            ("FSType", Fact::Text("fsType")),
            ("ReadOnly", Fact::Flag("readOnly")),
        ],
    },
    Source {
        field: "local",
        name: "LocalVolume (a persistent volume backed by local storage on a node)",
        shown: &[("Path", Fact::Text("path"))],
    },
    Source {
        field: "csi",
        name: "CSI (a Container Storage Interface (CSI) volume source)",
        shown: &[
            ("Driver", Fact::Text("driver")),
            ("FSType", Fact::Text("fsType")),
            ("ReadOnly", Fact::Flag("readOnly")),
            ("VolumeAttributes", Fact::Pairs("volumeAttributes")),
        ],
    },
    Source {
        field: "image",
        name: "Image (a container image or OCI artifact)",
        shown: &[
            ("Reference", Fact::Text("reference")),
            ("PullPolicy", Fact::Text("pullPolicy")),
        ],
    },
];

/// Shows the volumes of a pod; `indent` stands before the title.
pub(super) fn describe(text: &mut Text, indent: &str, volumes: &Value) {
    let volumes = items(volumes);
    if volumes.is_empty() {
        text.line(0, format!("{indent}Volumes:\t<none>"));
        return;
    }
    text.line(0, format!("{indent}Volumes:"));
    let name_indent = if indent.is_empty() { "" } else { " " };
    for volume in volumes {
        text.line(1, format!("{name_indent}{}:", shown(&volume["name"])));
        describe_source(text, volume);
    }
}

/// Shows what a volume is made of, at the second level.
pub(super) fn describe_source(text: &mut Text, volume: &Value) {
    let known = SOURCES
        .iter()
        .find(|source| volume[source.field].is_object());
    if let Some(source) = known {
        text.field(2, "Type", source.name);
        for (title, fact) in source.shown {
            match fact {
                Fact::Pairs(field) => {
                    text.nested_values(title, &pairs(&volume[source.field][field]));
                }
                Fact::Bare(field) => text.line(
                    2,
                    format!("{title}\t{}", shown(&volume[source.field][field])),
                ),
                fact => text.field(2, title, shown_fact(&volume[source.field], *fact)),
            }
        }
    } else if volume["downwardAPI"].is_object() {
        text.field(
            2,
            "Type",
            "DownwardAPI (a volume populated by information about the pod)",
        );
        text.line(2, "Items:");
        downward_items(text, &volume["downwardAPI"]["items"]);
    } else if volume["projected"].is_object() {
        projected(text, &volume["projected"]["sources"]);
    } else if volume["ephemeral"].is_object() {
        ephemeral(text, &volume["ephemeral"]["volumeClaimTemplate"]);
    } else {
        text.line(1, "  <unknown>");
    }
}

fn shown_fact(source: &Value, fact: Fact) -> String {
    match fact {
        Fact::Text(field) | Fact::Bare(field) | Fact::Pairs(field) => shown(&source[field]),
        Fact::Flag(field) => (source[field] == true).to_string(),
        Fact::Number(field) => source[field].as_i64().unwrap_or(0).to_string(),
        Fact::Or(field, absent) => match shown(&source[field]) {
            text if text.is_empty() => absent.to_owned(),
            text => text,
        },
        Fact::Reference(field) if source[field].is_null() => "nil".to_owned(),
        Fact::Reference(field) => {
            format!(
                "&LocalObjectReference{{Name:{},}}",
                shown(&source[field]["name"])
            )
        }
        Fact::List(field) => format!("[{}]", super::text::texts(&source[field]).join(" ")),
    }
}

fn downward_items(text: &mut Text, downward: &Value) {
    for item in items(downward) {
        let path = shown(&item["path"]);
        if item["fieldRef"].is_object() {
            text.line(
                3,
                format!("{} -> {path}", shown(&item["fieldRef"]["fieldPath"])),
            );
        }
        if item["resourceFieldRef"].is_object() {
            let resource = shown(&item["resourceFieldRef"]["resource"]);
            text.line(3, format!("{resource} -> {path}"));
        }
    }
}

fn projected(text: &mut Text, sources: &Value) {
    text.field(
        2,
        "Type",
        "Projected (a volume that contains injected data from multiple sources)",
    );
    for source in items(sources) {
        for (field, title) in [("secret", "SecretName"), ("configMap", "ConfigMapName")] {
            if source[field].is_object() {
                text.field(2, title, shown(&source[field]["name"]));
                text.field(2, "Optional", source[field]["optional"] == true);
            }
        }
        if source["downwardAPI"].is_object() {
            text.field(2, "DownwardAPI", true);
        }
        if source["serviceAccountToken"].is_object() {
            let seconds = &source["serviceAccountToken"]["expirationSeconds"];
            text.field(2, "TokenExpirationSeconds", shown(seconds));
        }
    }
}

fn ephemeral(text: &mut Text, template: &Value) {
    text.field(
        2,
        "Type",
        "EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)",
    );
    let (metadata, spec) = (&template["metadata"], &template["spec"]);
    text.field(2, "StorageClass", shown(&spec["storageClassName"]));
    text.field(2, "Volume", shown(&spec["volumeName"]));
    text.nested_values("Labels", &pairs(&metadata["labels"]));
    text.nested_values("Annotations", &annotation_lines(&metadata["annotations"]));
    // The claim of a template has no status, from which both of these are read.
    let named = !shown(&spec["volumeName"]).is_empty();
    text.field(2, "Capacity", if named { "0" } else { "" });
    text.field(2, "Access Modes", "");
    text.field_if(2, "VolumeMode", &spec["volumeMode"]);
}
