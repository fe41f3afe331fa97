import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { serviceSettings } from '@svc/launcher/settings';
import { busSettings, type Settings } from '@svc/service-kit';
import { backupSchema, backupTemplates, backupValues } from './helm-backup.ts';
import { render, type Manifest } from './kustomize.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const topologies = ['single-node', 'production'] as const;
const services = Object.keys(serviceSettings);
/** The ConfigMaps with settings: of each service, and of all. */
const settingsMaps = ['shared', ...services];

/** Returns the files of the Helm chart, which derive from deploy/k8s and the settings of the services, by their path in deploy/helm. */
export function helmChart(): Record<string, string> {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    version: string;
  };
  return {
    'Chart.yaml': stringify({
      apiVersion: 'v2',
      name: 'records-service',
      description: 'Records for teams that follow up with people and groups.',
      type: 'application',
      version,
      appVersion: version,
      kubeVersion: '>=1.27.0-0',
    }),
    'values.yaml': `${generated}${stringify(defaultValues(), { lineWidth: 0, singleQuote: true })}`,
    'values.schema.json': `${JSON.stringify(valuesSchema(), undefined, 2)}\n`,
    'templates/_definitions.tpl': definitions,
    'templates/resources.yaml': templates(version),
    'templates/backup.yaml': `{{/* ${generated.slice(2).trim()} */}}\n${backupTemplates(version, templateOf)}`,
  };
}

const generated =
  '# Generated from deploy/k8s: node test/deploy/helm-chart.ts. values.schema.json has the meaning of each value.\n';

/** The names in the manifests that become values: text → path of the value. */
const replaced = {
  'records.example.org': 'host',
  'ingress-nginx': 'ingress.controllerNamespace',
  'records-service-tls': 'ingress.tlsSecret',
  monitoring: 'monitoringNamespace',
  'svc-backup': 'backup.secret',
} as const;

const isOwn = (image: string) => image.includes('records-service/');
const nameOf = (image: string) =>
  image
    .replace(/^.*\//, '')
    .replace(/:.*$/, '')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** The manifests of each topology, rendered once for all templates. */
const overlays = topologies.map((name) => render(join(repository, 'deploy/k8s/overlays', name)));

/** The images of the servers by their names in the values. */
const serverImages = Object.fromEntries(
  [...JSON.stringify(overlays).matchAll(/"image":"([^"]+)"/g)]
    .map(([, image = '']) => image)
    .filter((image) => !isOwn(image))
    .map((image) => [nameOf(image), image]),
);

function defaultValues() {
  return {
    topology: 'production',
    host: 'records.example.org',
    images: {
      registry: 'registry.example.org',
      tag: '',
      digests: {},
      pullSecrets: [],
      servers: serverImages,
    },
    ingress: {
      enabled: true,
      className: 'nginx',
      controllerNamespace: 'ingress-nginx',
      tlsSecret: 'records-service-tls',
    },
    monitoringNamespace: 'monitoring',
    peers: { mongodb: [], meilisearch: [] },
    settings: Object.fromEntries(settingsMaps.map((name) => [name, {}])),
    ...backupValues(),
  };
}

/** Settings that the manifests fix, because pods, probes and Secrets depend on them. */
export const fixedSettings = [
  'OPS_PORT',
  'OPS_HOST',
  'GATEWAY_PORT',
  'GATEWAY_HOST',
  'KEYRING_FILE',
  'CONSOLE_FOLDER',
  'DEMO_PASSWORD_FILE',
];

/** The settings that more than one service has. */
const sharedSettings: Settings = Object.fromEntries(
  Object.values(serviceSettings)
    .flatMap((settings) => Object.entries(settings))
    .filter(([name], index, all) => all.findIndex(([other]) => other === name) !== index),
);

/** Returns the settings of a service, or the `shared` ones, that are values of the chart: the others are secret, or fixed by the manifests. */
export function chartSettings(service: string): Settings {
  const all = Object.entries((service === 'shared' ? sharedSettings : serviceSettings[service]) ?? {});
  return Object.fromEntries(
    all.filter(([name, { secret }]) => !secret && !(name in busSettings) && !fixedSettings.includes(name)),
  );
}

function valuesSchema(): object {
  const text = (description: string) => ({ type: 'string', minLength: 1, description });
  const closed = (properties: object, description?: string) => ({
    type: 'object',
    additionalProperties: false,
    ...(description !== undefined && { description }),
    properties,
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the Records Service',
    ...closed({
      global: { type: 'object' },
      topology: {
        enum: [...topologies],
        description:
          'single-node: with MongoDB and Meilisearch; production: at least two pods of each service',
      },
      host: text('Host name under which clients reach the service.'),
      images: closed({
        registry: text('Registry of the images; for an air-gapped cluster your mirror.'),
        tag: { type: 'string', description: 'Tag of the images; by default the version of the chart.' },
        digests: {
          ...closed(Object.fromEntries([...services, 'admin'].map((name) => [name, digest]))),
          description: 'Digests of the images, which then replace the tag.',
        },
        pullSecrets: { type: 'array', items: closed({ name: text('Name of a Secret.') }) },
        servers: {
          ...closed(
            Object.fromEntries(Object.keys(serverImages).map((name) => [name, text('Image with its tag.')])),
          ),
          description: 'Images of the servers, for a mirror.',
        },
      }),
      ingress: closed({
        enabled: { type: 'boolean', description: 'Whether to create the Ingress.' },
        className: text('Class of the Ingress.'),
        controllerNamespace: text('Namespace of the ingress controller, which may reach the gateway.'),
        tlsSecret: text('Secret with the certificate of the host.'),
      }),
      monitoringNamespace: text('Namespace of Prometheus, which may reach the metrics.'),
      peers: closed({
        mongodb: peers('MongoDB'),
        meilisearch: peers('Meilisearch'),
      }),
      settings: closed(
        Object.fromEntries(settingsMaps.map((name) => [name, closed(settingsSchema(name))])),
        'Settings of the services that are not secret: docs/reference/settings.md.',
      ),
      ...backupSchema({ text, closed }),
    }),
  };
}

const peers = (server: string) => ({
  type: 'array',
  items: { type: 'object' },
  description: `The addresses of ${server} in production, as peers of a NetworkPolicy; every address while there are none.`,
});

const digest = { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' };

function settingsSchema(service: string): object {
  return Object.fromEntries(
    Object.entries(chartSettings(service)).map(([name, { meaning, schema }]) => [
      name,
      { description: meaning, ...valueSchema(schema) },
    ]),
  );
}

/** The part of a setting's schema that JSON Schema can express. A value may be a number, a boolean or the text of the variable. */
function valueSchema(schema: z.ZodType): object {
  const {
    type,
    enum: allowed,
    minimum,
    maximum,
    default: byDefault,
  } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
  });
  const bounds = {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
  const shown = byDefault === undefined || Array.isArray(byDefault) ? {} : { default: byDefault };
  if (allowed) return { enum: allowed, ...shown };
  if (type === 'integer' || type === 'number') return { type, ...bounds, ...shown };
  return { type: ['string', 'number', 'boolean'], ...shown };
}

function templates(version: string): string {
  const [small, large] = overlays.map(
    (manifests) => new Map(manifests.map((manifest) => [keyOf(manifest), templateOf(manifest, version)])),
  );
  const keys = new Set([...(small?.keys() ?? []), ...(large?.keys() ?? [])]);
  const documents = [...keys].flatMap((key) => {
    const one = small?.get(key);
    const other = large?.get(key);
    if (one === other) return [one ?? ''];
    return [
      ...(one === undefined ? [] : [inTopology('single-node', one)]),
      ...(other === undefined ? [] : [inTopology('production', other)]),
    ];
  });
  return `{{/* ${generated.slice(2).trim()} */}}\n${documents.map((text) => `---\n${text}`).join('')}`;
}

/** Generated names of ConfigMaps end in a hash; the pods of the chart have a checksum instead. */
const withoutHash = (name: string) => name.replace(/-[a-z0-9]{10}$/, '');
const keyOf = ({ kind, metadata }: Manifest) =>
  `${kind} ${kind === 'ConfigMap' ? withoutHash(metadata.name) : metadata.name}`;
const inTopology = (name: string, text: string) =>
  `{{- if eq .Values.topology "${name}" }}\n${text}{{- end }}\n`;

function templateOf(manifest: Manifest, version: string): string {
  const { namespace: _namespace, ...metadata } = manifest.metadata;
  const text = JSON.stringify({ ...manifest, metadata });
  const configMaps = [...text.matchAll(/"configMap(?:Ref)?":\{"name":"([^"]+)"/g)].map(
    ([, name = '']) => name,
  );
  const named = [...configMaps, ...(manifest.kind === 'ConfigMap' ? [metadata.name] : [])].reduce(
    (result, name) => result.replaceAll(`"${name}"`, `"${withoutHash(name)}"`),
    text,
  );
  const parsed = JSON.parse(named) as Manifest;
  const changed = changedForHelm(parsed);
  const yaml = withValues(stringify(changed, { lineWidth: 0 }), version);
  return manifest.kind === 'Ingress' ? `{{- if .Values.ingress.enabled }}\n${yaml}{{- end }}\n` : yaml;
}

function changedForHelm(manifest: Manifest): Manifest {
  const { kind, metadata } = manifest;
  if (kind === 'ConfigMap' && settingsMaps.includes(metadata.name))
    return { ...manifest, data: `@settings ${metadata.name} ${JSON.stringify(manifest['data'])}@` };
  if (kind === 'Job') return versionedJob(manifest);
  if (kind === 'NetworkPolicy') return withPeers(manifest);
  const { template } = manifest['spec'] ?? {};
  if (!template) return manifest;
  const settings = services.includes(metadata.name)
    ? { 'checksum/settings': `@checksum ${metadata.name}@` }
    : {};
  const templateMetadata = {
    ...template.metadata,
    ...(services.includes(metadata.name) && { annotations: settings }),
  };
  return {
    ...manifest,
    spec: {
      ...manifest['spec'],
      template: { metadata: templateMetadata, spec: { imagePullSecrets: '@pullSecrets@', ...template.spec } },
    },
  };
}

/** A policy for a server outside of the cluster permits every address, unless its peers are values. */
function withPeers(manifest: Manifest): Manifest {
  const [, server] = /^to-(mongodb|meilisearch)$/.exec(manifest.metadata.name) ?? [];
  const [rule, ...others] = (manifest['spec'].egress ?? []) as { to?: unknown }[];
  if (server === undefined || !rule || rule.to || others.length > 0) return manifest;
  return { ...manifest, spec: { ...manifest['spec'], egress: [{ ...rule, to: `@peers ${server}@` }] } };
}

/** A job cannot change, so its name has the version and a digest of the images and the shared settings. It stays after its end: GitOps tools would create a removed one again. */
function versionedJob(manifest: Manifest): Manifest {
  const { ttlSecondsAfterFinished: _ttl, template, ...spec } = manifest['spec'];
  return {
    ...manifest,
    metadata: { ...manifest.metadata, name: `${manifest.metadata.name}-@version@-@images@` },
    spec: {
      ...spec,
      template: { ...template, spec: { imagePullSecrets: '@pullSecrets@', ...template.spec } },
    },
  };
}

function withValues(yaml: string, version: string): string {
  const settings = (_all: string, service: string, defaults: string) =>
    `data:\n  {{- include "records-service.settings" (list $ "${service}" ${goDict(defaults)}) | nindent 2 }}`;
  let text = yaml
    .replaceAll(/^data: .?@settings (\w+) (.*)@.?$/gm, settings)
    .replaceAll(
      /["']?@checksum (\w+)@["']?/g,
      '{{ list .Values.settings.shared .Values.settings.$1 .Values.host | toJson | sha256sum }}',
    )
    .replaceAll(
      /imagePullSecrets: ["']?@pullSecrets@["']?/g,
      'imagePullSecrets: {{ toJson .Values.images.pullSecrets }}',
    )
    .replaceAll('@version@', '{{ .Chart.AppVersion | replace "." "-" }}')
    .replaceAll(
      '@images@',
      '{{ list .Values.images .Values.settings.shared | toJson | sha256sum | trunc 6 }}',
    )
    .replaceAll(/["']?@peers (\w+)@["']?/g, '{{ toJson .Values.peers.$1 }}')
    .replaceAll(
      new RegExp(
        `registry\\.example\\.org/records-service/(\\w+):${version.replaceAll('.', '\\.')}(?:@sha256:\\w+)?`,
        'g',
      ),
      '{{ include "records-service.image" (list . "$1") }}',
    );
  for (const [name, image] of Object.entries(serverImages))
    text = text.replaceAll(`image: ${image}\n`, `image: {{ .Values.images.servers.${name} | quote }}\n`);
  text = text.replace('ingressClassName: nginx', 'ingressClassName: {{ .Values.ingress.className }}');
  for (const [name, path] of Object.entries(replaced))
    text = text.replaceAll(
      new RegExp(`(?<=[ /"])${name.replaceAll('.', '\\.')}(?=["\\n])`, 'g'),
      `{{ .Values.${path} }}`,
    );
  return text;
}

/** The entries of a JSON object as a dictionary of Go templates. */
function goDict(json: string): string {
  const entries = Object.entries(JSON.parse(json.replaceAll('\\"', '"')) as Record<string, string>);
  const values = entries.map(([name, value]) =>
    value.includes('records.example.org')
      ? `"${name}" (printf "${value.replace('records.example.org', '%s')}" .Values.host)`
      : `"${name}" "${value}"`,
  );
  return `(dict ${values.join(' ')})`;
}

const definitions = `{{/* The image of a part: (list $ "records"). */}}
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
`;

if (import.meta.main) {
  const folder = join(repository, 'deploy/helm');
  rmSync(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(helmChart())) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
