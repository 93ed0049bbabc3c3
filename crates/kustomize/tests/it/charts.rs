//! `helmCharts` through the seam to a chart engine.

use std::cell::RefCell;
use std::path::Path;

use filesys::Memory;
use kustomize::{ChartInflator, ChartRequest, HelmOptions, Options};

/// Notes the requests and renders a fixed text.
#[derive(Default)]
struct Recorder {
    requests: RefCell<Vec<ChartRequest>>,
}

impl ChartInflator for Recorder {
    fn pull(&self, request: &ChartRequest) -> Result<(), String> {
        Err(format!(
            "cannot pull {} from {}",
            request.name, request.repo
        ))
    }

    fn template(&self, request: &ChartRequest) -> Result<String, String> {
        self.requests.borrow_mut().push(request.clone());
        Ok(
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: rendered\n  namespace: fixed\n"
                .to_owned(),
        )
    }
}

fn build(kustomization: &str, recorder: &Recorder) -> Result<String, String> {
    let files: Memory = [
        ("/app/kustomization.yaml", kustomization),
        ("/app/charts/c/values.yaml", "a: 1\nb: {c: 2}\n"),
        ("/app/more.yaml", "x: y\n"),
    ]
    .into_iter()
    .collect();
    let versions = ["v9".to_owned()];
    let helm = HelmOptions {
        kube_version: "1.30.0",
        api_versions: &versions,
        debug: false,
    };
    let options = Options {
        charts: Some(recorder),
        helm,
        ..Options::default()
    };
    let built = kustomize::build(&files, Path::new("/app"), &options)
        .and_then(|resources| resources.to_yaml());
    built.map_err(|error| error.to_string())
}

#[test]
fn objects_of_a_chart_keep_their_namespace() {
    let recorder = Recorder::default();
    let yaml = build(
        "namespace: ns\nnamePrefix: p-\nhelmCharts: [{name: c, valuesInline: {b: {d: 3}}, additionalValuesFiles: [more.yaml]}]\n",
        &recorder,
    );
    assert_eq!(
        yaml.as_deref(),
        Ok("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: p-rendered\n  namespace: fixed\n")
    );
    let requests = recorder.requests.borrow();
    let request = &requests[0];
    assert_eq!(
        (
            request.namespace.as_str(),
            request.kube_version.as_str(),
            request.api_versions.as_slice()
        ),
        ("ns", "1.30.0", &["v9".to_owned()][..])
    );
    assert_eq!(
        request.values,
        serde_json::json!({"a": 1, "b": {"c": 2, "d": 3}})
    );
    assert_eq!(request.additional_values, [b"x: y\n".to_vec()]);
    assert_eq!(request.chart_path, Path::new("/app/charts/c"));
}

#[test]
fn a_chart_that_is_not_there() {
    let missing = build("helmCharts: [{name: zz}]\n", &Recorder::default());
    assert_eq!(
        missing,
        Err("no repo specified for pull, no chart found at ''".to_owned())
    );
    let pulled = build(
        "helmCharts: [{name: zz, repo: 'https://example.com', version: '1'}]\n",
        &Recorder::default(),
    );
    assert_eq!(
        pulled,
        Err("cannot pull zz from https://example.com".to_owned())
    );
}
