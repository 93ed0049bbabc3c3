//! Charts in a kustomization: the chart engine behind kustomize's seam, in this process.

use std::fs;
use std::path::{Path, PathBuf};

use cobra::{Capture, Env, Io};
use kustomize::{ChartInflator, ChartRequest};

/// The chart engine for a build.
pub(crate) fn engine(io: &Io<'_>) -> Box<dyn ChartInflator> {
    Box::new(Charts {
        env: io.env.clone(),
        cwd: io.cwd.clone(),
    })
}

/// Renders charts as `helm template` does, with the environment and the working directory of the build.
struct Charts {
    env: Env,
    cwd: PathBuf,
}

impl Charts {
    /// Runs a helm command line; its output, or what it complained and how it was called.
    fn helm(&self, args: &[String], request: &ChartRequest) -> Result<String, String> {
        let mut capture = Capture {
            env: self.environment(request.config_home.as_deref()),
            cwd: self.cwd.clone(),
            ..Capture::default()
        };
        let code = helm::run(args, &mut capture.io());
        match code {
            0 => Ok(capture.out()),
            code => Err(format!(
                "{}: unable to run: 'helm {}': exit status {code}",
                capture.err(),
                args.join(" ")
            )),
        }
    }

    /// The environment with Helm's folders below a configuration home, as kustomize sets them.
    fn environment(&self, config_home: Option<&Path>) -> Env {
        let Some(home) = config_home else {
            return self.env.clone();
        };
        let folders = [
            ("HELM_CONFIG_HOME", home.to_path_buf()),
            ("HELM_CACHE_HOME", home.join(".cache")),
            ("HELM_DATA_HOME", home.join(".data")),
        ];
        let own = self
            .env
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let folders = folders.map(|(name, path)| (name.to_owned(), path.display().to_string()));
        own.chain(folders).collect()
    }
}

impl ChartInflator for Charts {
    fn pull(&self, request: &ChartRequest) -> Result<(), String> {
        let home = request.chart_home.display().to_string();
        let mut args = words(&["pull", "--untar", "--untardir", &home]);
        if request.repo.starts_with("oci://") {
            args.push(format!(
                "{}/{}",
                request.repo.trim_end_matches('/'),
                request.name
            ));
        } else {
            args.extend(words(&["--repo", &request.repo, &request.name]));
        }
        if !request.version.is_empty() {
            args.extend(words(&["--version", &request.version]));
        }
        if request.devel {
            args.push("--devel".to_owned());
        }
        self.helm(&args, request).map(|_| ())
    }

    fn template(&self, request: &ChartRequest) -> Result<String, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut files = vec![
            folder
                .path()
                .join(format!("{}-kustomize-values.yaml", request.name)),
        ];
        let written = goyaml::json_to_yaml(&request.values);
        fs::write(&files[0], written).map_err(|error| error.to_string())?;
        for (number, text) in request.additional_values.iter().enumerate() {
            let path = folder.path().join(format!("additional-{number}.yaml"));
            fs::write(&path, text).map_err(|error| error.to_string())?;
            files.push(path);
        }
        self.helm(&template_args(request, &files), request)
    }
}

/// The command line of `helm template`, its flags in kustomize's order.
fn template_args(request: &ChartRequest, values: &[PathBuf]) -> Vec<String> {
    let mut args = words(&["template"]);
    args.push(if request.release_name.is_empty() {
        "--generate-name".to_owned()
    } else {
        request.release_name.clone()
    });
    args.push(request.chart_path.display().to_string());
    for (flag, value) in [
        ("--namespace", &request.namespace),
        ("--name-template", &request.name_template),
    ] {
        if !value.is_empty() {
            args.extend(words(&[flag, value]));
        }
    }
    for path in values {
        args.extend(words(&["-f", &path.display().to_string()]));
    }
    for version in &request.api_versions {
        args.extend(words(&["--api-versions", version]));
    }
    if !request.kube_version.is_empty() {
        args.extend(words(&["--kube-version", &request.kube_version]));
    }
    for (flag, wanted) in [
        ("--include-crds", request.include_crds),
        ("--skip-tests", request.skip_tests),
        ("--no-hooks", request.skip_hooks),
        ("--debug", request.debug),
        ("--devel", request.devel),
    ] {
        if wanted {
            args.push(flag.to_owned());
        }
    }
    args
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}
