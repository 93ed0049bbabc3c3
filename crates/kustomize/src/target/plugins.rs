//! Running generators, transformers and validators, those from configuration objects too.

use super::Target;
use crate::accumulator::ResAccumulator;
use crate::builtins::{
    self, Builtin, Config, ConfigMapGenerator, Generator, HelmChartInflationGenerator,
    SecretGenerator, Transformer, helm_config,
};
use crate::error::{Context, Error, ErrorKind, Result};
use crate::kustomization::{GeneratorArgs, GeneratorOptions, HelmGlobals, SecretArgs};
use crate::origin::Origin;
use crate::read;
use crate::resmap::ResMap;
use crate::resource::Resource;

const VALIDATED_BY: &str = "validated-by";

/// A transformer and the entry that it stands for.
pub(super) struct Configured {
    pub(super) transformer: Box<dyn Transformer>,
    pub(super) origin: Option<Origin>,
    pub(super) field: &'static str,
    pub(super) index: Option<usize>,
}

/// A generator and the entry that it stands for.
struct ConfiguredGenerator<'a> {
    generator: Box<dyn Generator + 'a>,
    origin: Option<Origin>,
    field: &'static str,
    index: Option<usize>,
}

impl Target<'_> {
    pub(super) fn run_generators(&self, accumulated: &mut ResAccumulator) -> Result<()> {
        for configured in self.generators()? {
            let at = |error: Error| self.at_entry(error, configured.field, configured.index);
            let mut generated = configured.generator.generate().map_err(at)?;
            if let Some(origin) = &configured.origin {
                for resource in &mut generated {
                    resource.origin.get_or_insert_with(|| origin.clone());
                }
            }
            let absorbed = accumulated.resources.absorb_all(generated);
            absorbed.map_err(|error| {
                // As Go prints a pointer to the generator and one to its origin, addresses left out.
                let origin = configured.origin.as_ref().map_or("<nil>", |_| "0x0");
                at(error.context(format!("merging from generator &{{0x0 {origin}}}")))
            })?;
        }
        Ok(())
    }

    /// Notes the line of the entry that an error is about, or of its field.
    pub(super) fn at_entry(&self, error: Error, field: &str, index: Option<usize>) -> Error {
        let index = index.or(error.entry());
        error.at(|| match index {
            Some(index) => self.place_of_entry(field, index),
            None => self.place_of(field),
        })
    }

    fn generators(&self) -> Result<Vec<ConfiguredGenerator<'_>>> {
        let mut all = Vec::new();
        let kustomization = &self.kustomization;
        for (index, config_map) in kustomization.config_map_generator.iter().enumerate() {
            let generator = Box::new(ConfigMapGenerator::new(
                self.helpers(),
                self.with_options(&config_map.args),
            ));
            all.push(self.builtin_generator(
                generator,
                "ConfigMapGenerator",
                "configMapGenerator",
                index,
            ));
        }
        for (index, secret) in kustomization.secret_generator.iter().enumerate() {
            let secret = SecretArgs {
                args: self.with_options(&secret.args),
                ..secret.clone()
            };
            let generator = Box::new(SecretGenerator::new(self.helpers(), secret));
            all.push(self.builtin_generator(
                generator,
                "SecretGenerator",
                "secretGenerator",
                index,
            ));
        }
        let globals = kustomization.helm_globals.clone().unwrap_or_default();
        for index in 0..kustomization.helm_charts.len() {
            let generator = Box::new(self.helm_chart(&globals, index)?);
            all.push(self.builtin_generator(
                generator,
                "HelmChartInflationGenerator",
                "helmCharts",
                index,
            ));
        }
        all.append(
            &mut self
                .external_generators()
                .context("loading generator plugins")?,
        );
        Ok(all)
    }

    fn builtin_generator<'b>(
        &self,
        generator: Box<dyn Generator + 'b>,
        kind: &str,
        field: &'static str,
        index: usize,
    ) -> ConfiguredGenerator<'b> {
        let origin = self
            .origin
            .as_ref()
            .map(|origin| origin.configured_by_builtin(self.file.name, kind));
        ConfiguredGenerator {
            generator,
            origin,
            field,
            index: Some(index),
        }
    }

    fn with_options(&self, args: &GeneratorArgs) -> GeneratorArgs {
        let options = GeneratorOptions::merged(
            args.options.as_ref(),
            self.kustomization.generator_options.as_ref(),
        );
        GeneratorArgs {
            options,
            ..args.clone()
        }
    }

    fn helm_chart(
        &self,
        globals: &HelmGlobals,
        index: usize,
    ) -> Result<HelmChartInflationGenerator<'_>> {
        let mut chart = self.kustomization.helm_charts[index].clone();
        if chart.namespace.is_empty() {
            self.namespace().clone_into(&mut chart.namespace);
        }
        let config = helm_config(globals, &chart)?;
        HelmChartInflationGenerator::configure(self.helpers(), &config).map_err(|error| {
            self.trouble(
                error,
                "HelmChartInflationGenerator",
                Some(&config),
                "helmCharts",
                Some(index),
            )
        })
    }

    fn external_generators(&self) -> Result<Vec<ConfiguredGenerator<'_>>> {
        let mut all = Vec::new();
        for resource in &self.configurations("generators", &self.kustomization.generators)? {
            let loaded = self
                .plugin(resource)
                .map_err(|error| self.at_configuration(error, "generators", resource))
                .context("failed to load generator")?;
            let Builtin::Generator(generator) = loaded else {
                let text = format!(
                    "failed to load generator: plugin {} not a generator",
                    resource.org_id()
                );
                return Err(
                    Error::new(ErrorKind::Configure, text).at(|| self.place_of("generators"))
                );
            };
            all.push(ConfiguredGenerator {
                generator,
                origin: origin_of(resource),
                field: "generators",
                index: None,
            });
        }
        Ok(all)
    }

    pub(super) fn run_transformers(&self, accumulated: &mut ResAccumulator) -> Result<()> {
        let mut transformers = self.builtin_transformers(accumulated.config())?;
        transformers.append(
            &mut self.external_transformers("transformers", &self.kustomization.transformers)?,
        );
        for configured in transformers {
            let transformed = configured.transformer.transform(
                &mut accumulated.resources,
                &mut self.build.reporter.borrow_mut(),
            );
            transformed
                .map_err(|error| self.at_entry(error, configured.field, configured.index))?;
            if let Some(origin) = configured.origin {
                accumulated.resources.transform_each(|resource, _| {
                    record_transformation(resource, &origin);
                    Ok(())
                })?;
            }
        }
        accumulated.resources.drop_empties();
        Ok(())
    }

    fn external_transformers(
        &self,
        field: &'static str,
        entries: &[String],
    ) -> Result<Vec<Configured>> {
        let mut all = Vec::new();
        for resource in &self.configurations(field, entries)? {
            let loaded = self
                .plugin(resource)
                .map_err(|error| self.at_configuration(error, field, resource))?;
            let Builtin::Transformers(transformers) = loaded else {
                let text = format!("plugin {} not a transformer", resource.org_id());
                return Err(Error::new(ErrorKind::Configure, text).at(|| self.place_of(field)));
            };
            for transformer in transformers {
                all.push(Configured {
                    transformer,
                    origin: origin_of(resource),
                    field,
                    index: None,
                });
            }
        }
        Ok(all)
    }

    /// The configuration objects of a field, whose entries are YAML text or paths.
    fn configurations(&self, field: &'static str, entries: &[String]) -> Result<ResMap> {
        let mut accumulated = ResAccumulator::new(self.build.openapi.clone());
        let mut paths = Vec::new();
        for entry in entries {
            let Ok(mut inline) = read::resources(entry.as_bytes()) else {
                paths.push(entry.clone());
                continue;
            };
            for resource in &mut inline {
                resource.origin = self
                    .origin
                    .as_ref()
                    .map(|origin| origin.append(self.file.name));
            }
            let name = field.trim_end_matches('s');
            accumulated
                .resources
                .append_all(inline)
                .context(format!("configuring external {name}"))?;
        }
        Ok(self
            .accumulate_resources(accumulated, field, &paths)?
            .resources)
    }

    /// Makes the generator or transformer that a configuration object describes.
    fn plugin(&self, resource: &Resource) -> Result<Builtin<'_>> {
        let id = resource.org_id();
        let refused = |text: String| Error::new(ErrorKind::Configure, text);
        if !(id.gvk.group.is_empty() && id.gvk.version == "builtin") {
            let kind = &id.gvk.kind;
            let why = if self.build.options.enable_plugins {
                "external plugins are not supported"
            } else {
                "external plugins disabled"
            };
            return Err(refused(format!(
                "{why}; unable to load external plugin '{kind}'"
            )));
        }
        let yaml = resource.to_yaml()?;
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: false,
        };
        let fields = goyaml::yaml_to_json(yaml.as_bytes(), &options)
            .map_err(|error| refused(error.to_string()))?;
        let configured =
            builtins::configure(&id.gvk.kind, self.helpers(), &Config { yaml, fields });
        match configured
            .map_err(|error| error.context(format!("plugin {id} fails configuration")))?
        {
            Some(builtin) => Ok(builtin),
            None => Err(refused(format!("unable to load builtin {}", id.gvk))),
        }
    }

    /// Notes the field that names a configuration object, and where the object itself is.
    fn at_configuration(&self, error: Error, field: &str, object: &Resource) -> Error {
        let error = error.at(|| self.place_of(field));
        match object.source.shown(&object.node) {
            Some(place) => error.hint(format!("its configuration is at {place}")),
            None => error,
        }
    }

    /// Runs validators, which are transformers that must not change anything.
    pub(super) fn run_validators(&self, accumulated: &mut ResAccumulator) -> Result<()> {
        for validator in self.external_transformers("validators", &self.kustomization.validators)? {
            let before = accumulated.resources.clone();
            let validated = validator.transformer.transform(
                &mut accumulated.resources,
                &mut self.build.reporter.borrow_mut(),
            );
            validated.map_err(|error| error.at(|| self.place_of("validators")))?;
            let mut after = accumulated.resources.clone();
            after.transform_each(|resource, _| remove_validated_by(resource))?;
            refuse_change(&before, &after)
                .map_err(|error| error.at(|| self.place_of("validators")))?;
        }
        Ok(())
    }
}

fn origin_of(configuration: &Resource) -> Option<Origin> {
    let origin = configuration.origin.as_ref()?;
    Some(origin.configured_by_object(&configuration.cur_id(), configuration.api_version()))
}

/// Notes that a transformer ran over a resource, or made it.
fn record_transformation(resource: &mut Resource, origin: &Origin) {
    if resource.origin.is_none() {
        resource.origin = Some(origin.clone());
    } else {
        resource.transformations.push(origin.clone());
    }
}

fn remove_validated_by(resource: &mut Resource) -> Result<()> {
    let mut labels = resource.labels();
    if labels.remove(VALIDATED_BY).is_none() {
        return Ok(());
    }
    resource.set_labels(labels)
}

fn refuse_change(before: &ResMap, after: &ResMap) -> Result<()> {
    let refuse = |text: String| {
        Err(Error::new(
            ErrorKind::Transform,
            format!("validator shouldn't modify the resource map: {text}"),
        ))
    };
    if before.len() != after.len() {
        return refuse(format!(
            "lists have different number of entries: {} doesn't equal {}",
            before.len(),
            after.len()
        ));
    }
    for (old, new) in before.iter().zip(after) {
        let (old, new) = (old.to_json(), new.to_json());
        if old != new {
            return refuse(format!("nodes unequal: \n -- {old},\n -- {new}\n"));
        }
    }
    Ok(())
}
