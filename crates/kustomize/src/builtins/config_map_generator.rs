//! `configMapGenerator`.

use std::collections::BTreeMap;

use base64::Engine;
use goyaml::{Node, Style};

use super::{Config, Generator, Helpers};
use crate::error::{Error, ErrorKind, Result};
use crate::godecode::go_struct;
use crate::kustomization::{ConfigMapArgs, GeneratorArgs, ObjectMeta};
use crate::kv;
use crate::resource::{Behavior, Resource};
use crate::rnode;

/// Makes a ConfigMap.
pub(crate) struct ConfigMapGenerator<'a> {
    helpers: Helpers<'a>,
    args: GeneratorArgs,
}

#[derive(Default)]
struct Fields {
    metadata: ObjectMeta,
    config_map: ConfigMapArgs,
}
go_struct!(Fields = "builtins"."ConfigMapGeneratorPlugin" {
    "metadata" => metadata,
    "ConfigMapArgs.GeneratorArgs.namespace" => config_map.args.namespace,
    "ConfigMapArgs.GeneratorArgs.name" => config_map.args.name,
    "ConfigMapArgs.GeneratorArgs.behavior" => config_map.args.behavior,
    "ConfigMapArgs.GeneratorArgs.KvPairSources.literals" => config_map.args.literals,
    "ConfigMapArgs.GeneratorArgs.KvPairSources.files" => config_map.args.files,
    "ConfigMapArgs.GeneratorArgs.KvPairSources.envs" => config_map.args.envs,
    "ConfigMapArgs.GeneratorArgs.KvPairSources.env" => config_map.args.env,
    "ConfigMapArgs.GeneratorArgs.options" => config_map.args.options,
});

impl<'a> ConfigMapGenerator<'a> {
    pub(crate) fn new(helpers: Helpers<'a>, args: GeneratorArgs) -> Self {
        Self { helpers, args }
    }

    pub(super) fn configure(helpers: Helpers<'a>, config: &Config) -> Result<Self> {
        let fields: Fields = config.read()?;
        Ok(Self::new(
            helpers,
            named(fields.config_map.args, fields.metadata),
        ))
    }
}

/// Fills in the name and namespace of the configuration object where the arguments have none.
pub(super) fn named(mut args: GeneratorArgs, metadata: ObjectMeta) -> GeneratorArgs {
    if args.name.is_empty() {
        args.name = metadata.name;
    }
    if args.namespace.is_empty() {
        args.namespace = metadata.namespace;
    }
    args
}

impl Generator for ConfigMapGenerator<'_> {
    fn generate(&self) -> Result<Vec<Resource>> {
        let mut object = base("ConfigMap", &self.args)?;
        let (mut data, mut binary_data) = (Vec::new(), Vec::new());
        for (key, value) in kv::load(self.helpers.loader, &self.args)? {
            match String::from_utf8(value) {
                Ok(text) => data.push((rnode::untagged(&key), data_value(&text))),
                Err(error) => binary_data.push((
                    rnode::untagged(&key),
                    data_value(&wrapped_base64(error.as_bytes())),
                )),
            }
        }
        for (field, pairs) in [("data", data), ("binaryData", binary_data)] {
            if !pairs.is_empty() {
                rnode::set_field(&mut object, field, Some(Node::mapping(pairs)))?;
            }
        }
        finish(object, &self.args).map(|resource| vec![resource])
    }
}

/// An object with nothing but its type and name.
pub(super) fn base(kind: &str, args: &GeneratorArgs) -> Result<Node> {
    if args.name.is_empty() {
        return Err(Error::new(
            ErrorKind::Generate,
            "a configmap must have a name",
        ));
    }
    let mut metadata = vec![(rnode::untagged("name"), Node::string(args.name.as_str()))];
    if !args.namespace.is_empty() {
        metadata.push((
            rnode::untagged("namespace"),
            Node::string(args.namespace.as_str()),
        ));
    }
    let fields = [
        ("apiVersion", Node::string("v1")),
        ("kind", Node::string(kind)),
        ("metadata", Node::mapping(metadata)),
    ];
    Ok(fields.into_iter().collect())
}

/// A value, in several lines where it has them.
pub(super) fn data_value(text: &str) -> Node {
    let style = if text.contains('\n') {
        Style::Literal
    } else {
        Style::Plain
    };
    Node::string(text).with_style(style)
}

/// Base64, from 70 characters on in lines that each end in a newline.
pub(super) fn wrapped_base64(bytes: &[u8]) -> String {
    const LINE: usize = 70;
    let encoded = base64::engine::general_purpose::STANDARD.encode(bytes);
    if encoded.len() < LINE {
        return encoded;
    }
    let lines = encoded
        .as_bytes()
        .chunks(LINE)
        .map(|line| String::from_utf8_lossy(line).into_owned() + "\n");
    lines.collect()
}

/// Adds labels, annotations and the mark of immutability, and makes a resource of it.
pub(super) fn finish(mut object: Node, args: &GeneratorArgs) -> Result<Resource> {
    let options = args.options.clone().unwrap_or_default();
    if options.immutable {
        rnode::set_field(&mut object, "immutable", Some(Node::bool(true)))?;
    }
    let mut resource = Resource::new(object);
    let set = |map: BTreeMap<String, String>| Some(map).filter(|map| !map.is_empty());
    if let Some(labels) = set(options.labels) {
        resource.set_labels(labels)?;
    }
    if let Some(annotations) = set(options.annotations) {
        resource.set_annotations(annotations)?;
    }
    resource.needs_hash = !options.disable_name_suffix_hash;
    resource.behavior = Some(Behavior::new(&args.behavior));
    Ok(resource)
}

#[cfg(test)]
mod tests {
    use super::wrapped_base64;

    #[test]
    fn long_base64_has_lines() {
        assert_eq!(wrapped_base64(b"abc"), "YWJj");
        let long = wrapped_base64(&[0; 60]);
        assert_eq!(long.lines().map(str::len).collect::<Vec<_>>(), [70, 10]);
        assert!(long.ends_with('\n'));
    }
}
