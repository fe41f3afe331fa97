import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { render, type Manifest } from './kustomize.ts';

const folder = fileURLToPath(new URL('../../deploy/k8s', import.meta.url));
const backupManifests = () => render(join(folder, 'backup'));

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

/** The default values of the backup and its drill. */
export function backupValues() {
  return {
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

interface SchemaParts {
  readonly text: (description: string) => object;
  readonly closed: (properties: object, description?: string) => object;
}

/** The schema of these values. */
export function backupSchema({ text, closed }: SchemaParts): object {
  return {
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
  };
}

const schedule = (what: string) => ({
  type: 'string',
  pattern: '^(@\\w+|\\S+( +\\S+){4})$',
  description: `When ${what} runs, as the schedule of a CronJob.`,
});

/** The backup and its drill, each with the condition that switches it on. */
export function backupTemplates(
  version: string,
  templateOf: (manifest: Manifest, version: string) => string,
): string {
  const documents = backupManifests().map((manifest) => {
    const text = withBackupValues(templateOf(withBackupMarks(manifest, version), version));
    return `---\n{{- if ${conditionOf(manifest)} }}\n${text}{{- end }}\n`;
  });
  return documents.join('');
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
