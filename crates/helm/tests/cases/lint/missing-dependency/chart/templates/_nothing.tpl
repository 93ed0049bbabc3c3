{{- /* Nothing is rendered: the folder has to be there. */ -}}
