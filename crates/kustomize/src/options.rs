//! How a build is done.

use crate::error::{Error, ErrorKind, Result};
use crate::helm::ChartInflator;
use crate::loader::{LoadRestrictor, Remote};

/// What a build may do and how its result is put in order.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Which files may be read.
    pub load_restrictor: LoadRestrictor,
    /// How the result is sorted where the kustomization does not say; the default is [`Reorder::Legacy`].
    pub reorder: Option<Reorder>,
    /// Whether every object gets the label `app.kubernetes.io/managed-by`.
    pub managed_by_label: bool,
    /// Whether generators and transformers that are not built in may be named; they are found wanting in any case.
    pub enable_plugins: bool,
    /// What renders `helmCharts`; without it they are refused.
    pub charts: Option<&'a dyn ChartInflator>,
    /// Settings for `helmCharts`.
    pub helm: HelmOptions<'a>,
    /// What fetches repositories and files by URL.
    pub remote: &'a dyn Remote,
    /// Whether silent misses are errors: an entry of `patches`, `images` or `replicas` that matches nothing, a deprecated field, a repeated
    /// key.
    pub strict: bool,
}

/// Settings for `helmCharts` that stand where an entry does not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct HelmOptions<'a> {
    /// The Kubernetes version that charts see.
    pub kube_version: &'a str,
    /// The API versions that charts see beside the built-in ones.
    pub api_versions: &'a [String],
    /// Whether a chart that does not render is shown.
    pub debug: bool,
}

/// The order of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reorder {
    /// By kind, in the order in which objects can be created.
    #[default]
    Legacy,
    /// As they were accumulated.
    None,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            load_restrictor: LoadRestrictor::default(),
            reorder: None,
            managed_by_label: false,
            enable_plugins: false,
            charts: None,
            helm: HelmOptions::default(),
            remote: &(),
            strict: false,
        }
    }
}

/// Collects what a person should know although the build goes on.
pub(crate) struct Reporter<'a> {
    pub(crate) strict: bool,
    pub(crate) warn: &'a mut dyn FnMut(&str),
}

impl Reporter<'_> {
    pub(crate) fn warn(&mut self, text: &str) {
        (self.warn)(text);
    }

    /// Warns of a deprecated field, or refuses it.
    pub(crate) fn deprecated(&mut self, warning: &str) -> Result<()> {
        if self.strict {
            let text = warning.trim_start_matches("# Warning: ").to_owned();
            return Err(Error::new(ErrorKind::Strict, text));
        }
        self.warn(warning);
        Ok(())
    }

    /// Refuses what is tolerated unless the build is strict.
    pub(crate) fn strict(&self, problem: impl FnOnce() -> String) -> Result<()> {
        if self.strict {
            Err(Error::new(ErrorKind::Strict, problem()))
        } else {
            Ok(())
        }
    }
}
