//! Changes to one object, each on its own.

pub(crate) mod annotations;
pub(crate) mod fieldspec;
pub(crate) mod imagetag;
pub(crate) mod labels;
pub(crate) mod nameref;
pub(crate) mod namespace;
pub(crate) mod patchjson6902;
pub(crate) mod patchstrategicmerge;
pub(crate) mod prefix;
pub(crate) mod refvar;
pub(crate) mod replacement;
pub(crate) mod replicacount;
pub(crate) mod suffix;
pub(crate) mod valueadd;
