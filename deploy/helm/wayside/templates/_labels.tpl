{{- define "wayside.labels" -}}
app.kubernetes.io/name: wayside
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
