import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { busSettings, loadConfig } from '@svc/service-kit';
import { serviceSettings } from '@svc/launcher/settings';
import { chartSettings, fixedSettings, helmChart } from './helm-chart.ts';
import { render, type Manifest } from './kustomize.ts';
import { restrictedProblemsOf } from './pod-security.ts';
import { problemsOf } from './schemas.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const example = (name: string) => `deploy/examples/${name}.yaml`;

test('deploy/helm is generated from deploy/k8s and the settings: node test/deploy/helm-chart.ts', () => {
  const files = globSync('**/*.{yaml,json,tpl}', { cwd: join(repository, 'deploy/helm') });
  const stored = Object.fromEntries(files.map((path) => [path, read(`deploy/helm/${path}`)]));
  expect(stored).toEqual(helmChart());
});

const schema = JSON.parse(read('deploy/helm/values.schema.json')) as object;
const check = new Ajv({ strict: false }).compile(schema);
const accepts = (values: unknown) => check(values);

test.each(['single-node', 'production', 'air-gapped', 'backup'])(
  'the example %s has at most 15 lines and valid values',
  (name) => {
    const text = read(example(name));
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(lines.length).toBeLessThanOrEqual(15);
    expect([accepts(parse(text)), check.errors]).toEqual([true, null]);
  },
);

test('the values are valid by their schema, and every setting without a secret is one of them', () => {
  expect(accepts(parse(read('deploy/helm/values.yaml')))).toBe(true);
  for (const [service, settings] of Object.entries(serviceSettings)) {
    const left = Object.entries(settings).filter(([name]) => !(name in chartSettings(service)));
    const unexplained = left.filter(
      ([name, { secret }]) => !secret && !(name in busSettings) && !fixedSettings.includes(name),
    );
    expect(unexplained).toEqual([]);
  }
});

test.each([
  ['an unknown setting', { settings: { records: { MAX_FILES: 1 } } }],
  ['a secret', { settings: { records: { MONGODB_URL: 'mongodb://db/svc' } } }],
  ['a number out of bounds', { settings: { records: { MAX_FILE_MB: 0 } } }],
  ['an unknown level', { settings: { users: { LOG_LEVEL: 'loud' } } }],
  ['an unknown value', { replicas: 3 }],
  ['an unknown topology', { topology: 'large' }],
  ['a backup that keeps nothing', { backup: { keep: 0 } }],
  ['a backup to a folder without a volume', { backup: { to: '/tmp/backups' } }],
  ['a backup to a bucket without a prefix', { backup: { to: 's3://backups' } }],
  ['a backup that reaches every address', { backup: { s3: { peers: [] } } }],
  ['a schedule of four parts', { restoreDrill: { schedule: '15 4 * *' } }],
])('%s is refused by the schema', (_what, values) => {
  expect(accepts(values)).toBe(false);
});

const hasHelm = runs('helm', 'version');
if (!hasHelm) process.stderr.write('Skipped: the rendered chart, because there is no helm.\n');
const withHelm = hasHelm ? test : test.skip;

function runs(command: string, ...args: string[]): boolean {
  try {
    return execFileSync(command, args, { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
}

function rendered(...examples: readonly string[]): Manifest[] {
  const values = examples.flatMap((name) => (name.startsWith('--') ? [name] : ['--values', example(name)]));
  const args = ['template', 'records', 'deploy/helm', '--namespace', 'records-service', ...values];
  const output = execFileSync('helm', args, { cwd: repository, encoding: 'utf8' });
  const documents = parseAllDocuments(output).map((document) => document.toJS() as Manifest | null);
  return documents.filter((manifest) => manifest !== null);
}

const combinations = [
  ['single-node'],
  ['production'],
  ['single-node', 'air-gapped'],
  ['single-node', 'backup'],
  ['production', 'backup'],
];

withHelm.each(combinations)(
  'the chart with %s is valid for Kubernetes and has restricted pods',
  async (...examples) => {
    const manifests = rendered(...examples);
    expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([]);
    expect(manifests.flatMap(restrictedProblemsOf)).toEqual([]);
  },
);

withHelm.each(['single-node', 'production'])(
  'the chart with %s has the resources of the overlay of this name',
  (name) => {
    const keysOf = (manifests: readonly Manifest[]) =>
      manifests
        .map(({ kind, metadata }) => `${kind} ${metadata.name.replace(/(-0-1-0-\w{6}|-[a-z0-9]{10})$/, '')}`)
        .sort();
    expect(keysOf(rendered(name))).toEqual(keysOf(render(join(repository, 'deploy/k8s/overlays', name))));
  },
);

withHelm.each(['single-node', 'production'])('in %s the backup is off by default', (name) => {
  expect(rendered(name).filter(({ metadata }) => metadata.name.includes('backup'))).toEqual([]);
});

withHelm('the example of a backup has its schedule, place and Secret, and reaches its storage only', () => {
  const manifests = rendered('production', 'backup');
  const find = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  expect(find('ConfigMap', 'backup')?.['data']).toEqual({
    BACKUP_TO: 's3://records-backups/production',
    BACKUP_KEEP: '14',
    S3_REGION: 'eu-central-1',
  });
  expect(find('CronJob', 'backup')?.['spec'].schedule).toBe('15 1 * * *');
  expect(find('CronJob', 'backup-drill')?.['spec'].schedule).toBe('15 4 * * 0');
  expect(JSON.stringify(find('CronJob', 'backup'))).toContain('"secretKeyRef":{"name":"svc-backup"');
  expect(find('PersistentVolumeClaim', 'backups')).toBeUndefined();
  const storage = { to: [{ ipBlock: { cidr: '203.0.113.0/24' } }], ports: [{ port: 443 }] };
  const nats = expect.objectContaining({ ports: [{ port: 4222 }] });
  expect(find('NetworkPolicy', 'from-backup')?.['spec'].egress).toEqual([
    nats,
    { to: [{ ipBlock: { cidr: '10.20.0.0/24' } }], ports: [{ port: 27017 }] },
    storage,
  ]);
  expect(find('NetworkPolicy', 'from-backup-drill')?.['spec'].egress).toEqual([nats, storage]);
});

withHelm('a backup into the volume reaches no storage, and the volume outlives the chart', () => {
  const manifests = rendered('single-node', '--set=backup.enabled=true');
  const policy = manifests.find(({ metadata }) => metadata.name === 'from-backup');
  expect(policy?.['spec'].egress.map(({ ports }: { ports: object[] }) => ports)).toEqual([
    [{ port: 4222 }],
    [{ port: 27017 }],
  ]);
  const volume = manifests.find(({ metadata }) => metadata.name === 'backups');
  expect(volume?.metadata).toMatchObject({ annotations: { 'helm.sh/resource-policy': 'keep' } });
});

withHelm('values become settings that the services accept', () => {
  const manifests = rendered('production');
  const [shared, records] = ['shared', 'records'].map((name) =>
    manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name),
  );
  const secret = {
    MONGODB_URL: 'mongodb://db.example.org/svc',
    NATS_URL: 'tls://nats:4222',
    KEYRING_FILE: '/keys/k',
  };
  const settings = { ...(shared?.['data'] as object), ...(records?.['data'] as object) };
  const config = loadConfig(serviceSettings['records'] ?? {}, { ...secret, ...settings });
  expect(config).toMatchObject({ BACKUP_MAX_AGE_HOURS: 26, PUBLIC_URL: 'https://records.example.org' });
});

withHelm('an air-gapped cluster takes every image from the mirror', () => {
  const text = JSON.stringify(rendered('single-node', 'air-gapped'));
  const images = [...text.matchAll(/"image":"([^"]+)"/g)].map(([, image = '']) => image);
  expect(images.filter((image) => !image.startsWith('mirror.example.org/'))).toEqual([]);
});

test('the example for Kustomize changes host and images without a change of the overlay', () => {
  const kustomization = parse(read(example('kustomization'))) as { resources: string[] };
  expect(kustomization.resources).toEqual(['../k8s/overlays/single-node']);
});

const hasKubectl = runs('kubectl', 'kustomize', '--help');

(hasKubectl ? test : test.skip)(
  'kubectl renders the example for Kustomize with its host and registry',
  () => {
    const output = execFileSync('kubectl', ['kustomize', 'deploy/examples'], {
      cwd: repository,
      encoding: 'utf8',
    });
    expect(output).toContain('host: records.example.com');
    expect(output).toContain('image: mirror.example.org/records-service/gateway:');
    expect(output).not.toContain('https://records.example.org');
  },
);
