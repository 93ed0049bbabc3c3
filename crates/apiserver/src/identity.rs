//! Who makes a request.

use std::collections::BTreeMap;

/// A user as authentication found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The user's name, such as `kubernetes-admin` or `system:serviceaccount:default:web`.
    pub name: String,
    /// A unique identifier, empty where there is none.
    pub uid: String,
    /// The groups the user is in, `system:authenticated` among them.
    pub groups: Vec<String>,
    /// What else the authenticator knows.
    pub extra: BTreeMap<String, Vec<String>>,
}

impl User {
    /// A user of this name in these groups, and in `system:authenticated`.
    #[must_use]
    pub fn new<'a>(name: &str, groups: impl IntoIterator<Item = &'a str>) -> Self {
        let mut groups: Vec<String> = groups.into_iter().map(str::to_owned).collect();
        if !groups.iter().any(|group| group == AUTHENTICATED) {
            groups.push(AUTHENTICATED.to_owned());
        }
        Self {
            name: name.to_owned(),
            uid: String::new(),
            groups,
            extra: BTreeMap::new(),
        }
    }

    /// The user that may do everything: what runs in the server's own process, unless it says otherwise.
    #[must_use]
    pub fn admin() -> Self {
        Self::new("system:admin", [MASTERS])
    }

    /// Nobody in particular.
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            name: "system:anonymous".to_owned(),
            uid: String::new(),
            groups: vec!["system:unauthenticated".to_owned()],
            extra: BTreeMap::new(),
        }
    }

    /// Whether nobody knows who it is.
    #[must_use]
    pub fn is_anonymous(&self) -> bool {
        !self.groups.iter().any(|group| group == AUTHENTICATED)
    }
}

/// The group of cluster administrators.
pub(crate) const MASTERS: &str = "system:masters";
const AUTHENTICATED: &str = "system:authenticated";
