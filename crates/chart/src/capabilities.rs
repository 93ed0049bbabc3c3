//! What a cluster can do, as far as charts ask.

use gotmpl::{Function, Kind, List, Object, Str, Type, Value};

/// The Kubernetes version that charts see without a cluster.
const DEFAULT_KUBE_VERSION: (&str, &str, &str) = ("v1.37.0", "1", "37");

/// The API versions that charts see without a cluster, in Helm's order.
const DEFAULT_API_VERSIONS: &str = "v1 \
    admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io/v1beta1 \
    internal.apiserver.k8s.io/v1alpha1 apps/v1 apps/v1beta1 apps/v1beta2 \
    authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1 \
    authorization.k8s.io/v1 authorization.k8s.io/v1beta1 autoscaling/v1 autoscaling/v2 batch/v1 batch/v1beta1 \
    certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1 \
    coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1 \
    discovery.k8s.io/v1 discovery.k8s.io/v1beta1 events.k8s.io/v1 events.k8s.io/v1beta1 extensions/v1beta1 \
    flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2 \
    flowcontrol.apiserver.k8s.io/v1beta3 lifecycle.k8s.io/v1alpha1 networking.k8s.io/v1 networking.k8s.io/v1beta1 \
    node.k8s.io/v1 node.k8s.io/v1alpha1 node.k8s.io/v1beta1 policy/v1 policy/v1beta1 \
    rbac.authorization.k8s.io/v1 rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1 \
    resource.k8s.io/v1 resource.k8s.io/v1beta2 resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3 \
    scheduling.k8s.io/v1alpha3 scheduling.k8s.io/v1beta1 scheduling.k8s.io/v1 \
    storage.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1alpha1 \
    storagemigration.k8s.io/v1 storagemigration.k8s.io/v1beta1 apiextensions.k8s.io/v1beta1 apiextensions.k8s.io/v1";

/// What `.Capabilities` shows.
#[derive(Clone, Debug)]
pub struct Capabilities {
    /// The version of the cluster.
    pub kube_version: KubeVersion,
    /// The API versions that the cluster serves.
    pub api_versions: Vec<String>,
}

/// A Kubernetes version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubeVersion {
    /// The full version, such as `v1.33.4-gke.1245000`.
    pub version: String,
    /// The version without pre-release and build.
    normalized: String,
    /// The major version.
    pub major: String,
    /// The minor version.
    pub minor: String,
}

/// A Kubernetes version that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct KubeVersionError(String);

impl KubeVersion {
    /// Reads a version as `--kube-version` gives it.
    ///
    /// # Errors
    /// The text is no version, or has no minor version.
    pub fn parse(text: &str) -> Result<KubeVersion, KubeVersionError> {
        let number = text.strip_prefix('v').unwrap_or(text);
        let core = number.split(['-', '+']).next().unwrap_or(number);
        let components: Vec<&str> = core.split('.').collect();
        let numeric =
            |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if !components.iter().all(numeric) {
            let quoted = gostd::strconv::quote(text);
            return Err(KubeVersionError(format!(
                "could not parse {quoted} as version"
            )));
        }
        let [major, minor, ..] = components.as_slice() else {
            let quoted = gostd::strconv::quote(text);
            return Err(KubeVersionError(format!("illegal version string {quoted}")));
        };
        Ok(KubeVersion {
            version: format!("v{number}"),
            normalized: format!("v{core}"),
            major: (*major).to_owned(),
            minor: (*minor).to_owned(),
        })
    }

    /// The version without pre-release and build, as `String()` gives it.
    #[must_use]
    pub fn normalized(&self) -> &str {
        &self.normalized
    }
}

impl Default for Capabilities {
    fn default() -> Self {
        let (version, major, minor) = DEFAULT_KUBE_VERSION;
        Capabilities {
            kube_version: KubeVersion {
                version: version.to_owned(),
                normalized: version.to_owned(),
                major: major.to_owned(),
                minor: minor.to_owned(),
            },
            api_versions: DEFAULT_API_VERSIONS.split(' ').map(str::to_owned).collect(),
        }
    }
}

impl Capabilities {
    /// `.Capabilities`.
    pub(crate) fn view(&self) -> Value {
        let versions = self
            .api_versions
            .iter()
            .map(|version| Value::from(version.as_str()))
            .collect();
        Value::object(CapabilitiesView {
            kube_version: Value::object(KubeVersionView(self.kube_version.clone())),
            api_versions: Value::object(VersionSet(List::typed(&Type::String, versions))),
            helm_version: Value::object(BuildInfo::default()),
        })
    }
}

#[derive(Debug)]
struct CapabilitiesView {
    kube_version: Value,
    api_versions: Value,
    helm_version: Value,
}

impl Object for CapabilitiesView {
    fn go_type(&self) -> Type {
        Type::Named("*common.Capabilities", Kind::Ptr)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("KubeVersion", self.kube_version.clone()),
            ("APIVersions", self.api_versions.clone()),
            ("HelmVersion", self.helm_version.clone()),
        ]
    }
}

#[derive(Debug)]
struct KubeVersionView(KubeVersion);

impl Object for KubeVersionView {
    fn go_type(&self) -> Type {
        Type::Named("common.KubeVersion", Kind::Struct)
    }

    fn method(&self, name: &str) -> Option<Function> {
        let text = match name {
            "String" => self.0.normalized.clone(),
            "GitVersion" => self.0.version.clone(),
            _ => return None,
        };
        Some(Function::new(&[], move |_| Ok(Value::from(text.as_str()))))
    }

    fn pointer_string(&self) -> Option<Str> {
        Some(Str::from(self.0.normalized.as_str()))
    }

    fn printed_fields(&self) -> Vec<(&'static str, Value)> {
        let mut fields = self.fields();
        let normalized = Value::from(self.0.normalized.as_str());
        fields.insert(1, ("normalizedVersion", normalized));
        fields
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("Version", Value::from(self.0.version.as_str())),
            ("Major", Value::from(self.0.major.as_str())),
            ("Minor", Value::from(self.0.minor.as_str())),
        ]
    }
}

#[derive(Debug)]
struct VersionSet(List);

impl Object for VersionSet {
    fn go_type(&self) -> Type {
        Type::Named("common.VersionSet", Kind::Slice)
    }

    fn method(&self, name: &str) -> Option<Function> {
        if name != "Has" {
            return None;
        }
        let versions = self.0.clone();
        Some(Function::new(&[Type::String], move |arguments| {
            let wanted = &arguments[0];
            Ok(Value::Bool(
                versions
                    .items()
                    .iter()
                    .any(|version| version.deep_equal(wanted)),
            ))
        }))
    }

    fn underlying(&self) -> Option<Value> {
        Some(Value::List(self.0.clone()))
    }
}

/// A version of Helm, as templates see it and as `version` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildInfo {
    /// The version with its `v`.
    pub version: String,
    /// The commit that was built.
    pub git_commit: String,
    /// Whether the source was as committed: `clean` or `dirty`.
    pub git_tree_state: String,
    /// The version of Go.
    pub go_version: String,
    /// The version of Kubernetes' client libraries.
    pub kube_client_version: String,
}

impl Default for BuildInfo {
    /// `.Capabilities.HelmVersion`: the version that this renders like.
    fn default() -> Self {
        BuildInfo {
            version: "v4.3.1".to_owned(),
            git_commit: "c0d08d0d6d9424d4a14febb5e8a3e51b0dd00dff".to_owned(),
            git_tree_state: "clean".to_owned(),
            go_version: "go1.27.2".to_owned(),
            kube_client_version: "v1.37".to_owned(),
        }
    }
}

impl Object for BuildInfo {
    fn go_type(&self) -> Type {
        Type::Named("version.BuildInfo", Kind::Struct)
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("Version", Value::from(self.version.as_str())),
            ("GitCommit", Value::from(self.git_commit.as_str())),
            ("GitTreeState", Value::from(self.git_tree_state.as_str())),
            ("GoVersion", Value::from(self.go_version.as_str())),
            (
                "KubeClientVersion",
                Value::from(self.kube_client_version.as_str()),
            ),
        ]
    }
}
