//! Requests in somebody else's name.

use std::collections::BTreeMap;
use std::sync::Arc;

use apimachinery::Status;
use http::HeaderMap;
use percent_encoding::percent_decode_str;

use crate::authorization::authorize;
use crate::identity::{ANONYMOUS, AUTHENTICATED, UNAUTHENTICATED, User};
use crate::rbac::ResourceAttributes;
use crate::server::Shared;

const AUTHENTICATION: &str = "authentication.k8s.io";
const EXTRA: &str = "impersonate-extra-";
const ACCOUNT: &str = "system:serviceaccount:";

/// Who a request says to be made for.
#[derive(Default)]
struct Wanted {
    name: String,
    uid: String,
    groups: Vec<String>,
    extra: BTreeMap<String, Vec<String>>,
}

/// The user in whose name a request is made: the one who makes it, or the one whom he may impersonate.
///
/// # Errors
/// 403 if he may not, 400 if nobody is named.
pub(crate) fn act_as(
    shared: &Shared,
    user: Arc<User>,
    headers: &HeaderMap,
) -> Result<Arc<User>, Status> {
    let Some(wanted) = Wanted::of(headers) else {
        return Ok(user);
    };
    if wanted.name.is_empty() {
        let told = wanted.references().join(" ");
        let why = format!("requested [{told}] without impersonating a user");
        return Err(Status::bad_request(why));
    }
    for attributes in wanted.attributes() {
        authorize(shared, &user, &attributes)?;
    }
    Ok(Arc::new(wanted.into_user()))
}

impl Wanted {
    fn of(headers: &HeaderMap) -> Option<Self> {
        let texts = |name: &str| -> Vec<String> {
            let values = headers.get_all(name).iter();
            values
                .filter_map(|value| value.to_str().ok())
                .map(str::to_owned)
                .collect()
        };
        let mut wanted = Self {
            name: texts("impersonate-user")
                .into_iter()
                .next()
                .unwrap_or_default(),
            uid: texts("impersonate-uid")
                .into_iter()
                .next()
                .unwrap_or_default(),
            groups: texts("impersonate-group"),
            extra: BTreeMap::new(),
        };
        for name in headers.keys() {
            if let Some(key) = name.as_str().strip_prefix(EXTRA) {
                let key = percent_decode_str(key).decode_utf8_lossy().into_owned();
                wanted.extra.insert(key, texts(name.as_str()));
            }
        }
        let is_empty = wanted.name.is_empty()
            && wanted.uid.is_empty()
            && wanted.groups.is_empty()
            && wanted.extra.is_empty();
        (!is_empty).then_some(wanted)
    }

    /// What is asked for besides a name, as Go prints references to objects.
    fn references(&self) -> Vec<String> {
        let groups = self
            .groups
            .iter()
            .map(|group| format!("{{Group  {group}    }}"));
        let extra = self.extra.iter().flat_map(|(key, values)| {
            values
                .iter()
                .map(move |value| format!("{{UserExtra  {value}  {AUTHENTICATION}/v1  {key}}}"))
        });
        let uid =
            (!self.uid.is_empty()).then(|| format!("{{UID  {}  {AUTHENTICATION}/v1  }}", self.uid));
        groups.chain(extra).chain(uid).collect()
    }

    /// What whoever makes the request must be allowed to impersonate.
    fn attributes(&self) -> Vec<ResourceAttributes> {
        let of = |group: &str, resource: &str, name: &str| ResourceAttributes {
            verb: "impersonate".to_owned(),
            group: group.to_owned(),
            resource: resource.to_owned(),
            name: name.to_owned(),
            ..ResourceAttributes::default()
        };
        let mut attributes = vec![match self.account() {
            Some((namespace, name)) => ResourceAttributes {
                namespace: namespace.to_owned(),
                ..of("", "serviceaccounts", name)
            },
            None => of("", "users", &self.name),
        }];
        attributes.extend(self.groups.iter().map(|group| of("", "groups", group)));
        for (key, values) in &self.extra {
            attributes.extend(values.iter().map(|value| ResourceAttributes {
                subresource: key.clone(),
                ..of(AUTHENTICATION, "userextras", value)
            }));
        }
        if !self.uid.is_empty() {
            attributes.push(of(AUTHENTICATION, "uids", &self.uid));
        }
        attributes
    }

    /// Namespace and name of the service account that is meant.
    fn account(&self) -> Option<(&str, &str)> {
        self.name.strip_prefix(ACCOUNT)?.split_once(':')
    }

    fn into_user(self) -> User {
        let mut groups = self.groups.clone();
        if let (true, Some((namespace, _))) = (groups.is_empty(), self.account()) {
            groups.push("system:serviceaccounts".to_owned());
            groups.push(format!("system:serviceaccounts:{namespace}"));
        }
        let implied = if self.name == ANONYMOUS {
            UNAUTHENTICATED
        } else {
            AUTHENTICATED
        };
        if !groups
            .iter()
            .any(|group| group == AUTHENTICATED || group == UNAUTHENTICATED)
        {
            groups.push(implied.to_owned());
        }
        User {
            name: self.name,
            uid: self.uid,
            groups,
            extra: self.extra,
        }
    }
}
