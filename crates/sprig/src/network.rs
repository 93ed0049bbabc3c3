//! Names of hosts.

use gotmpl::Str;

use crate::environment::Environment;
use crate::function::{Named, unary};

pub(crate) fn functions(environment: &Environment) -> Vec<Named> {
    let environment = environment.clone();
    vec![(
        "getHostByName",
        unary(move |name: Str| environment.look_up_host(&name.to_str())),
    )]
}
