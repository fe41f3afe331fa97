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

test.each(['single-node', 'production', 'air-gapped'])(
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
  const values = examples.flatMap((name) => ['--values', example(name)]);
  const args = ['template', 'records', 'deploy/helm', '--namespace', 'records-service', ...values];
  const output = execFileSync('helm', args, { cwd: repository, encoding: 'utf8' });
  const documents = parseAllDocuments(output).map((document) => document.toJS() as Manifest | null);
  return documents.filter((manifest) => manifest !== null);
}

const combinations = [['single-node'], ['production'], ['single-node', 'air-gapped']];

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

withHelm('values become settings that the services accept', () => {
  const manifests = rendered('production');
  const map = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'records');
  const secret = {
    MONGODB_URL: 'mongodb://db.example.org/svc',
    NATS_URL: 'tls://nats:4222',
    KEYRING_FILE: '/keys/k',
  };
  const config = loadConfig(serviceSettings['records'] ?? {}, { ...secret, ...(map?.['data'] as object) });
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
