{{/* The image of a part: (list $ "records"). */}}
{{- define "records-service.image" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $digest := index $root.Values.images.digests $name -}}
{{- $repository := printf "%s/records-service/%s" $root.Values.images.registry $name -}}
{{- if $digest -}}
{{- printf "%s@%s" $repository $digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (default $root.Chart.AppVersion $root.Values.images.tag) -}}
{{- end -}}
{{- end -}}

{{/* The environment of a service: (list $ "records" defaults). Numbers and booleans become their text. */}}
{{- define "records-service.settings" -}}
{{- $root := index . 0 -}}
{{- $values := merge (dict) (index $root.Values.settings (index . 1)) (index . 2) -}}
{{- range $name, $value := $values }}
{{ $name }}: {{ if kindIs "string" $value }}{{ quote $value }}{{ else }}{{ toJson $value | quote }}{{ end }}
{{- end -}}
{{- end -}}
