//! Service accounts bound to those of a cloud, which only a configuration object can ask for.

use super::{Config, Generator};
use crate::error::{Error, ErrorKind, Result};
use crate::godecode::go_struct;
use crate::kustomization::{GeneratorArgs, GeneratorOptions};
use crate::resource::Resource;

/// Makes a service account that stands for one of a cloud.
#[derive(Default)]
pub(super) struct IamPolicyGenerator {
    cloud: String,
    kubernetes_service: ServiceName,
    service_account: CloudAccount,
}
go_struct!(IamPolicyGenerator = "builtins"."IAMPolicyGeneratorPlugin" {
    "IAMPolicyGeneratorArgs.cloud" => cloud, "IAMPolicyGeneratorArgs.kubernetesService" => kubernetes_service,
    "IAMPolicyGeneratorArgs.serviceAccount" => service_account,
});

#[derive(Default)]
struct ServiceName {
    namespace: String,
    name: String,
}
go_struct!(ServiceName = "types"."KubernetesService" { "namespace" => namespace, "name" => name });

#[derive(Default)]
struct CloudAccount {
    name: String,
    project_id: String,
}
go_struct!(CloudAccount = "types"."ServiceAccount" { "name" => name, "projectId" => project_id });

impl IamPolicyGenerator {
    pub(super) fn configure(config: &Config) -> Result<Self> {
        config.read()
    }
}

impl Generator for IamPolicyGenerator {
    fn generate(&self) -> Result<Vec<Resource>> {
        if self.cloud != "gke" {
            return Err(Error::new(
                ErrorKind::Generate,
                format!("cloud provider {} not supported yet", self.cloud),
            ));
        }
        let account = format!(
            "{}@{}.iam.gserviceaccount.com",
            self.service_account.name, self.service_account.project_id
        );
        let annotations = [("iam.gke.io/gcp-service-account".to_owned(), account)].into();
        let args = GeneratorArgs {
            name: self.kubernetes_service.name.clone(),
            namespace: self.kubernetes_service.namespace.clone(),
            options: Some(GeneratorOptions {
                annotations,
                disable_name_suffix_hash: true,
                ..GeneratorOptions::default()
            }),
            ..GeneratorArgs::default()
        };
        let object = super::config_map_generator::base("ServiceAccount", &args)?;
        super::config_map_generator::finish(object, &args).map(|resource| vec![resource])
    }
}
