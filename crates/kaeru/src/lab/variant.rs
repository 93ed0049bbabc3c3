//! Deployments that stand side by side behind one Service.

/// One of several Deployments of an application.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variant<'a> {
    /// The application: what the Service is named after and selects.
    pub(super) app: &'a str,
    /// The label that tells the variants apart.
    pub(super) label: &'a str,
    /// The label's value, which ends the name of the Deployment.
    pub(super) value: &'a str,
    /// What its pods run.
    pub(super) image: &'a str,
    /// How many pods it has.
    pub(super) replicas: usize,
}

impl Variant<'_> {
    /// The Deployment as YAML.
    pub(super) fn manifest(&self) -> String {
        let Variant {
            app,
            label,
            value,
            image,
            replicas,
        } = self;
        format!(
            "apiVersion: apps/v1
kind: Deployment
metadata: {{name: {app}-{value}}}
spec:
  replicas: {replicas}
  selector: {{matchLabels: {{app: {app}, {label}: {value}}}}}
  template:
    metadata: {{labels: {{app: {app}, {label}: {value}}}}}
    spec:
      containers:
      - name: app
        image: '{image}'
        ports: [{{containerPort: 8080}}]
        readinessProbe: {{httpGet: {{path: /, port: 8080}}, periodSeconds: 1}}
"
        )
    }
}
