import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { z } from 'zod';
import { serviceSettings } from '@svc/launcher/settings';
import { busSettings, type Settings } from '@svc/service-kit';
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
    'templates/backup.yaml': backupTemplates(version),
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

function serverImages(): Record<string, string> {
  const containers = topologies.flatMap(
    (name) => JSON.stringify(overlay(name)).match(/"image":"[^"]+"/g) ?? [],
  );
  const images = containers
    .map((text) => text.slice('"image":"'.length, -1))
    .filter((image) => !isOwn(image));
  return Object.fromEntries([...new Set(images)].map((image) => [nameOf(image), image]));
}

const isOwn = (image: string) => image.includes('records-service/');
const nameOf = (image: string) =>
  image
    .replace(/^.*\//, '')
    .replace(/:.*$/, '')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
const overlay = (name: string) => render(join(repository, 'deploy/k8s/overlays', name));

function defaultValues() {
  return {
    topology: 'production',
    host: 'records.example.org',
    images: {
      registry: 'registry.example.org',
      tag: '',
      digests: {},
      pullSecrets: [],
      servers: serverImages(),
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
    backup: {
      enabled: false,
      schedule: scheduleOf('backup'),
      keep: 7,
      to: '/backups',
      secret: 'svc-backup',
      volume: '20Gi',
      s3: { region: 'us-east-1', endpoint: '', port: 443, peers: publicAddresses() },
    },
    restoreDrill: { enabled: false, schedule: scheduleOf('backup-drill'), maxAgeHours: 36 },
  };
}

const backupManifests = () => render(join(repository, 'deploy/k8s/backup'));

function scheduleOf(name: string): string {
  const job = backupManifests().find(({ kind, metadata }) => kind === 'CronJob' && metadata.name === name);
  return job?.['spec'].schedule as string;
}

interface EgressRule {
  readonly to: readonly {
    readonly ipBlock?: object;
    readonly podSelector?: { readonly matchLabels: object };
  }[];
  readonly ports: readonly { readonly port: number }[];
}

const isToStorage = ({ to }: EgressRule) => to.some(({ ipBlock }) => ipBlock !== undefined);
const isToMongodb = ({ ports }: EgressRule) => ports.some(({ port }) => port === 27017);

/** The addresses that backups may reach by default: all public ones. */
function publicAddresses(): EgressRule['to'] {
  const policy = backupManifests().find(({ metadata }) => metadata.name === 'from-backup');
  return (policy?.['spec'].egress as EgressRule[]).find(isToStorage)?.to ?? [];
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
            Object.fromEntries(
              Object.keys(serverImages()).map((name) => [name, text('Image with its tag.')]),
            ),
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
      backup: closed(
        {
          enabled: { type: 'boolean', description: 'Whether a CronJob makes backups.' },
          schedule: schedule('the backup'),
          keep: { type: 'integer', minimum: 1, maximum: 1000, description: 'How many backups are kept.' },
          to: {
            type: 'string',
            pattern: '^(s3://[^/]+/.+|/backups(/.*)?)$',
            description: 'Place of the backups: s3://BUCKET/PREFIX, or /backups, which is a volume.',
          },
          secret: text('Secret with MONGODB_URL, BACKUP_PASSPHRASE and the access key of the storage.'),
          volume: text('Size of the volume, for backups in /backups.'),
          s3: closed({
            region: text('Region of the bucket.'),
            endpoint: { type: 'string', description: 'Address of a storage that is not AWS.' },
            port: { type: 'integer', minimum: 1, maximum: 65535, description: 'Port of the storage.' },
            peers: {
              type: 'array',
              minItems: 1,
              items: { type: 'object' },
              description:
                'Addresses of the storage, as peers of a NetworkPolicy; by default every public address.',
            },
          }),
        },
        'A backup by a CronJob: docs/operations/backup.md.',
      ),
      restoreDrill: closed(
        {
          enabled: {
            type: 'boolean',
            description: 'Whether a CronJob restores the newest backup into a MongoDB of its own pod.',
          },
          schedule: schedule('the drill'),
          maxAgeHours: {
            type: 'integer',
            minimum: 1,
            description: 'Hours after which the newest backup is too old, so that the drill fails.',
          },
        },
        'A restore drill, which needs Kubernetes 1.29: docs/operations/backup.md.',
      ),
    }),
  };
}

const schedule = (what: string) => ({
  type: 'string',
  pattern: '^(@\\w+|\\S+( +\\S+){4})$',
  description: `When ${what} runs, as the schedule of a CronJob.`,
});

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
  const [small, large] = topologies.map(
    (name) => new Map(overlay(name).map((manifest) => [keyOf(manifest), templateOf(manifest, version)])),
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

/** The backup and its drill, each with the condition that switches it on. */
function backupTemplates(version: string): string {
  const documents = backupManifests().map((manifest) => {
    const text = withBackupValues(templateOf(withBackupMarks(manifest, version), version));
    return `---\n{{- if ${conditionOf(manifest)} }}\n${text}{{- end }}\n`;
  });
  return `{{/* ${generated.slice(2).trim()} */}}\n${documents.join('')}`;
}

const isOnS3 = 'hasPrefix "s3://" .Values.backup.to';

function conditionOf({ kind, metadata }: Manifest): string {
  const any = 'or .Values.backup.enabled .Values.restoreDrill.enabled';
  if (kind === 'PersistentVolumeClaim') return `and (${any}) (not (${isOnS3}))`;
  if (kind === 'ConfigMap') return any;
  return metadata.name.includes('drill') ? '.Values.restoreDrill.enabled' : '.Values.backup.enabled';
}

/** Marks what becomes a value, in a form that survives the conversion to YAML. */
function withBackupMarks(manifest: Manifest, version: string): Manifest {
  const { kind, metadata } = manifest;
  if (kind === 'ConfigMap') return { ...manifest, data: '@backupData@' };
  if (kind === 'PersistentVolumeClaim') {
    const resources = { requests: { storage: '@backupVolume@' } };
    // Otherwise an uninstalled chart, or a value changed by mistake, deletes the backups.
    const annotations = { 'helm.sh/resource-policy': 'keep' };
    return { ...manifest, metadata: { ...metadata, annotations }, spec: { ...manifest['spec'], resources } };
  }
  if (kind === 'NetworkPolicy') {
    const egress = (manifest['spec'].egress as EgressRule[] | undefined)?.map(markedRule);
    return egress ? { ...manifest, spec: { ...manifest['spec'], egress } } : manifest;
  }
  const image = `registry.example.org/records-service/admin:${version}`;
  const text = JSON.stringify(manifest)
    .replace('"records-service/admin"', JSON.stringify(image))
    .replace('{"name":"backups","persistentVolumeClaim":{"claimName":"backups"}}', '"@backupsVolume@"')
    .replace('"--max-age","36"', '"--max-age","@maxAge@"');
  const job = JSON.parse(text) as Manifest;
  const { template, ...spec } = job['spec'].jobTemplate.spec;
  const pods = { ...template, spec: { imagePullSecrets: '@pullSecrets@', ...template.spec } };
  const isDrill = metadata.name.includes('drill');
  const jobTemplate = { spec: { ...spec, template: pods } };
  return { ...job, spec: { ...job['spec'], schedule: isDrill ? '@drillAt@' : '@backupAt@', jobTemplate } };
}

function markedRule(rule: EgressRule): unknown {
  if (isToStorage(rule)) return '@toStorage@';
  return isToMongodb(rule) ? { ...rule, to: '@toMongodb@' } : rule;
}

const mongodbPods = '[{"podSelector":{"matchLabels":{"app.kubernetes.io/name":"mongodb"}}}]';
const backupsVolume =
  '{ name: backups, {{ if ' +
  isOnS3 +
  ' }}emptyDir: {}{{ else }}persistentVolumeClaim: { claimName: backups }{{ end }} }';

function withBackupValues(yaml: string): string {
  const values: Readonly<Record<string, string>> = {
    backupVolume: '{{ .Values.backup.volume | quote }}',
    backupsVolume,
    backupAt: '{{ .Values.backup.schedule | quote }}',
    drillAt: '{{ .Values.restoreDrill.schedule | quote }}',
    maxAge: '{{ toJson .Values.restoreDrill.maxAgeHours | quote }}',
    // In production MongoDB runs elsewhere.
    toMongodb: `{{ if eq .Values.topology "production" }}{{ toJson .Values.peers.mongodb }}{{ else }}${mongodbPods}{{ end }}`,
  };
  return yaml
    .replace(/^data: .?@backupData@.?\n/m, backupData)
    .replace(/^( *)- .?@toStorage@.?\n/m, (_all, indent: string) => storageRule(indent))
    .replaceAll(/["']?@(\w+)@["']?/g, (all, name: string) => values[name] ?? all);
}

const backupData = `data:
  BACKUP_TO: {{ .Values.backup.to | quote }}
  BACKUP_KEEP: {{ toJson .Values.backup.keep | quote }}
  S3_REGION: {{ .Values.backup.s3.region | quote }}
  {{- with .Values.backup.s3.endpoint }}
  S3_ENDPOINT: {{ . | quote }}
  {{- end }}
`;

function storageRule(indent: string): string {
  return `${indent}{{- if ${isOnS3} }}
${indent}- to: {{ toJson .Values.backup.s3.peers }}
${indent}  ports: [{ port: {{ toJson .Values.backup.s3.port }} }]
${indent}{{- end }}
`;
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
  for (const [name, image] of Object.entries(serverImages()))
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
