//! Charts of any size.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Helpers as library charts have them: most charts call a part of them, and call that part often.
const HELPERS: &str = r#"
{{- define "common.fullname" -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name (default .Chart.Name .Values.nameOverride) | trunc 63 | trimSuffix "-" }}{{ end }}
{{- end }}
{{- define "common.render" -}}
{{- $text := typeIs "string" .value | ternary .value (.value | toYaml) }}
{{- if contains "{{" (toJson .value) }}{{ tpl $text .context }}{{ else }}{{ $text }}{{ end }}
{{- end }}
{{- define "common.labels" -}}
{{- $own := dict "app.kubernetes.io/name" .context.Chart.Name "app.kubernetes.io/instance" .context.Release.Name "app.kubernetes.io/component" .name }}
{{- range $key, $value := .context.Values.commonLabels }}{{ $_ := set $own $key (include "common.render" (dict "value" $value "context" $.context)) }}{{ end }}
{{- toYaml $own }}
{{- end }}
{{- define "common.image" -}}
{{- $registry := .context.Values.global.registry | default .image.registry }}
{{- printf "%s/%s:%s" $registry .image.repository (.image.tag | toString) }}
{{- end }}
{{- define "common.resources" -}}
{{- $sizes := dict "small" (dict "cpu" "100m" "memory" "128Mi") "large" (dict "cpu" "1" "memory" "2Gi") }}
{{- if hasKey $sizes .size }}{{ dict "requests" (index $sizes .size) | toYaml }}{{ else }}{{ fail "no such size" }}{{ end }}
{{- end }}
"#;

const COMPONENT: &str = r#"
{{- $component := .Values.componentNUMBER }}
{{- if $component.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "common.fullname" . }}-{{ $component.name }}
  namespace: {{ .Release.Namespace | quote }}
  labels: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 4 }}
  {{- if or $component.annotations .Values.commonAnnotations }}
  annotations: {{- include "common.render" (dict "value" (merge (dict) $component.annotations .Values.commonAnnotations) "context" $) | nindent 4 }}
  {{- end }}
spec:
  replicas: {{ $component.replicas }}
  selector:
    matchLabels: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 6 }}
  template:
    metadata:
      labels: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 8 }}
    spec:
      containers:
      - name: main
        image: {{ include "common.image" (dict "image" $component.image "context" $) }}
        resources: {{- include "common.resources" $component | nindent 10 }}
        env:
        {{- range $name, $value := $component.env }}
        - name: {{ $name }}
          value: {{ include "common.render" (dict "value" $value "context" $) | quote }}
        {{- end }}
        {{- with $component.probe }}
        readinessProbe: {{- omit . "enabled" | toYaml | nindent 10 }}
        {{- end }}
        {{- if and $component.metrics.enabled (not $component.metrics.sidecar) }}
        ports: [{name: metrics, containerPort: {{ $component.metrics.port }}}]
        {{- else if $component.metrics.sidecar }}
      - name: metrics
        image: {{ include "common.image" (dict "image" $component.metrics.image "context" $) }}
        {{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "common.fullname" . }}-{{ $component.name }}
  labels: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 4 }}
data:
  settings.yaml: |- {{- include "common.render" (dict "value" $component.settings "context" $) | nindent 4 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "common.fullname" . }}-{{ $component.name }}
  labels: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 4 }}
spec:
  selector: {{- include "common.labels" (dict "name" $component.name "context" $) | nindent 4 }}
  ports: {{- toYaml $component.ports | nindent 2 }}
{{- end }}
"#;

const COMPONENT_VALUES: &str = r#"
componentNUMBER:
  # Whether the component is there at all
  enabled: true
  name: part-NUMBER
  replicas: 2
  size: small
  image: {registry: example.org, repository: part/NUMBER, tag: 1.2.3}
  annotations:
    example.org/release: "{{ .Release.Name }}"
    example.org/part: "NUMBER"
  env:
    HOST: "{{ include \"common.fullname\" . }}-db"
    PORT: "5432"
    MODE: plain
    URL: "http://{{ .Release.Name }}.{{ .Release.Namespace }}.svc"
  probe:
    enabled: true
    httpGet: {path: /ready, port: 8080}
    periodSeconds: 10
    failureThreshold: 3
  metrics:
    enabled: true
    sidecar: false
    port: 9090
    image: {registry: example.org, repository: metrics, tag: "2"}
  settings: |
    name: {{ .Chart.Name }}
    level: info
    endpoints:
    - http://{{ include "common.fullname" . }}-a
    - http://{{ include "common.fullname" . }}-b
  ports:
  - {name: http, port: 80, targetPort: 8080}
  - {name: metrics, port: 9090, targetPort: 9090}
  affinity: {}
  tolerations: []
  nodeSelector: {}
"#;

/// A chart of so many components, with a library of helpers in it.
pub(crate) fn heavy(root: &Path, components: usize) -> io::Result<()> {
    let library = root.join("charts/common");
    chart(&library, "common", "type: library\n", "")?;
    fs::write(library.join("templates/_helpers.tpl"), HELPERS)?;
    for part in 0..12 {
        // What a library has and this chart has no use for.
        let other = HELPERS.replace("\"common.", &format!("\"common.part{part}."));
        fs::write(library.join(format!("templates/_part{part}.tpl")), other)?;
    }
    let mut values = "global: {registry: \"\"}\nfullnameOverride: \"\"\nnameOverride: \"\"\n\
        commonLabels: {team: \"{{ .Release.Name }}-team\"}\ncommonAnnotations: {}\n"
        .to_owned();
    for number in 0..components {
        let number = number.to_string();
        values.push_str(&COMPONENT_VALUES.replace("NUMBER", &number));
    }
    chart(
        root,
        "heavy",
        "dependencies: [{name: common, version: 1.0.0}]\n",
        &values,
    )?;
    for number in 0..components {
        let template = COMPONENT.replace("NUMBER", &number.to_string());
        fs::write(root.join(format!("templates/part{number}.yaml")), template)?;
    }
    Ok(())
}

/// A chart that contains one heavy chart under so many names.
pub(crate) fn umbrella(root: &Path, aliases: usize) -> io::Result<()> {
    let mut dependencies = "dependencies:\n".to_owned();
    for number in 0..aliases {
        let _ = writeln!(
            dependencies,
            "- {{name: heavy, version: 1.0.0, alias: copy-{number}}}"
        );
    }
    chart(root, "umbrella", &dependencies, "")?;
    heavy(&root.join("charts/heavy"), 12)
}

/// A chart whose template calls `tpl` so often, each time with another text.
pub(crate) fn calls_of_tpl(root: &Path, calls: usize) -> io::Result<()> {
    chart(root, "calls", "", "greeting: hello {{ .Release.Name }}\n")?;
    let template = "kind: ConfigMap\ndata:\n{{- range $number := until CALLS }}\n  key{{ $number }}: \
        {{ tpl (printf \"%s {{ .Values.greeting | upper }} %d\" $.Values.greeting $number) $ | quote }}\n{{- end }}\n";
    fs::write(
        root.join("templates/map.yaml"),
        template.replace("CALLS", &calls.to_string()),
    )
}

fn chart(root: &Path, name: &str, metadata: &str, values: &str) -> io::Result<()> {
    fs::create_dir_all(root.join("templates"))?;
    fs::write(
        root.join("Chart.yaml"),
        format!("apiVersion: v2\nname: {name}\nversion: 1.0.0\n{metadata}"),
    )?;
    fs::write(root.join("values.yaml"), values)
}
