{{- /* Names end up in labels and DNS records, which allow 63 characters. */ -}}

{{- define "<CHARTNAME>.name" -}}
{{ .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- /* The name of most objects: the release's, with the chart's unless that is part of it. */ -}}
{{- define "<CHARTNAME>.fullname" -}}
{{- $chart := .Values.nameOverride | default .Chart.Name -}}
{{- $both := printf "%s-%s" .Release.Name $chart -}}
{{- $generated := ternary .Release.Name $both (contains $chart .Release.Name) -}}
{{ .Values.fullnameOverride | default $generated | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- /* The chart with its version; a label has no plus sign. */ -}}
{{- define "<CHARTNAME>.chart" -}}
{{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- /* What selects the pods. Must not change during the life of a release. */ -}}
{{- define "<CHARTNAME>.selectorLabels" -}}
app.kubernetes.io/name: {{ template "<CHARTNAME>.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- /* The labels of every object. */ -}}
{{- define "<CHARTNAME>.labels" -}}
helm.sh/chart: {{ template "<CHARTNAME>.chart" . }}
{{ template "<CHARTNAME>.selectorLabels" . }}
{{- with .Chart.AppVersion }}
app.kubernetes.io/version: {{ . | quote }}
{{- end }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "<CHARTNAME>.serviceAccountName" -}}
{{- $own := .Values.serviceAccount.create | ternary (include "<CHARTNAME>.fullname" .) "default" -}}
{{ .Values.serviceAccount.name | default $own }}
{{- end }}
