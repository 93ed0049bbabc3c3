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
            name: ANONYMOUS.to_owned(),
            uid: String::new(),
            groups: vec![UNAUTHENTICATED.to_owned()],
            extra: BTreeMap::new(),
        }
    }

    /// Whether the user may do everything, whatever the roles say.
    #[must_use]
    pub fn is_master(&self) -> bool {
        self.groups.iter().any(|group| group == MASTERS)
    }
}

/// The group of cluster administrators.
const MASTERS: &str = "system:masters";
pub(crate) const ANONYMOUS: &str = "system:anonymous";
pub(crate) const AUTHENTICATED: &str = "system:authenticated";
pub(crate) const UNAUTHENTICATED: &str = "system:unauthenticated";
