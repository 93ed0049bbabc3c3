//! `secretGenerator`.

use goyaml::Node;

use super::config_map_generator::{base, data_value, finish, named, wrapped_base64};
use super::{Config, Generator, Helpers};
use crate::error::Result;
use crate::godecode::go_struct;
use crate::kustomization::{ObjectMeta, SecretArgs};
use crate::kv;
use crate::resource::Resource;
use crate::rnode;

/// Makes a Secret.
pub(crate) struct SecretGenerator<'a> {
    helpers: Helpers<'a>,
    secret: SecretArgs,
}

#[derive(Default)]
struct Fields {
    metadata: ObjectMeta,
    secret: SecretArgs,
}
go_struct!(Fields = "builtins"."SecretGeneratorPlugin" {
    "metadata" => metadata,
    "SecretArgs.GeneratorArgs.namespace" => secret.args.namespace,
    "SecretArgs.GeneratorArgs.name" => secret.args.name,
    "SecretArgs.GeneratorArgs.behavior" => secret.args.behavior,
    "SecretArgs.GeneratorArgs.KvPairSources.literals" => secret.args.literals,
    "SecretArgs.GeneratorArgs.KvPairSources.files" => secret.args.files,
    "SecretArgs.GeneratorArgs.KvPairSources.envs" => secret.args.envs,
    "SecretArgs.GeneratorArgs.KvPairSources.env" => secret.args.env,
    "SecretArgs.GeneratorArgs.options" => secret.args.options,
    "SecretArgs.type" => secret.secret_type,
});

impl<'a> SecretGenerator<'a> {
    pub(crate) fn new(helpers: Helpers<'a>, secret: SecretArgs) -> Self {
        Self { helpers, secret }
    }

    pub(super) fn configure(helpers: Helpers<'a>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        let secret = SecretArgs {
            args: named(fields.secret.args, fields.metadata),
            ..fields.secret
        };
        Ok(Self::new(helpers, secret))
    }
}

impl Generator for SecretGenerator<'_> {
    fn generate(&self) -> Result<Vec<Resource>> {
        let args = &self.secret.args;
        let mut object = base("Secret", args)?;
        let secret_type = if self.secret.secret_type.is_empty() {
            "Opaque"
        } else {
            &self.secret.secret_type
        };
        rnode::set_field(&mut object, "type", Some(Node::string(secret_type)))?;
        let pairs = kv::load(self.helpers.loader, args)?;
        let data = pairs
            .into_iter()
            .map(|(key, value)| (rnode::untagged(&key), data_value(&wrapped_base64(&value))))
            .collect();
        rnode::set_field(&mut object, "data", Some(Node::mapping(data)))?;
        finish(object, args).map(|resource| vec![resource])
    }
}
