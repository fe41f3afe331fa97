import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { busConfigMap, busSettings, loadConfig } from '@svc/service-kit';
import { adminSettings } from '@svc/admin/settings';
import { serviceSettings } from '@svc/launcher/settings';
import { SERVER_KINDS } from '@svc/local-stack/server-kinds';
import { allowedConnections } from './network-policies.ts';
import { fixedSettings } from './helm-chart.ts';
import { render, type Manifest } from './kustomize.ts';
import { restrictedProblemsOf } from './pod-security.ts';
import { problemsOf } from './schemas.ts';

const page = readFileSync(new URL('../../docs/operations/kubernetes.md', import.meta.url), 'utf8');
const folderOf = (overlay: string) =>
  fileURLToPath(new URL(`../../deploy/k8s/overlays/${overlay}`, import.meta.url));
const overlays = ['single-node', 'production'].map((name) => ({ name, manifests: render(folderOf(name)) }));
const services = Object.entries(serviceSettings);
test.each(overlays)(
  'the manifests of $name are valid by the Kubernetes schema, without unknown fields',
  async ({ manifests }) => {
    const problems = await Promise.all(manifests.map(problemsOf));
    expect(problems.flat()).toEqual([]);
  },
);

const backupFolder = render(folderOf('../backup'));

test('the backup and its drill are valid by the Kubernetes schema and get known settings', async () => {
  expect((await Promise.all(backupFolder.map(problemsOf))).flat()).toEqual([]);
  const pods = podsOf(backupFolder);
  expect(pods).toHaveLength(2);
  for (const { spec } of pods) {
    const [container] = spec.containers as [Container & { args: string[]; envFrom: MapReference[] }];
    const [map] = mapsOf(backupFolder, container.envFrom);
    const names = container.env?.map(({ name }) => name) ?? [];
    expect(Object.keys(adminSettings)).toEqual(expect.arrayContaining(names));
    const used = container.args.flatMap((text) => /^\$\((\w+)\)\/?$/.exec(text)?.[1] ?? []);
    expect(Object.keys(map?.['data'] as object)).toEqual(expect.arrayContaining(used));
    expect(used).toContain('BACKUP_TO');
    // The volume is where the default stores backups.
    const mounted = expect.objectContaining({ name: 'backups', mountPath: map?.['data'].BACKUP_TO });
    expect(container.volumeMounts).toContainEqual(mounted);
  }
});

test('the backup reaches NATS, MongoDB and public object storages only, and its drill no MongoDB', () => {
  const [small] = overlays;
  const asJob = (manifest: Manifest): Manifest =>
    manifest.kind === 'CronJob' ? { ...manifest, spec: manifest['spec'].jobTemplate.spec } : manifest;
  const all = [...(small?.manifests ?? []), ...backupFolder].map(asJob);
  expect(allowedConnections(all).filter((connection) => connection.includes('backup'))).toEqual([
    'backup → mongodb:27017',
    'backup → nats:4222',
    'backup → public:443',
    'backup-drill → nats:4222',
    'backup-drill → public:443',
  ]);
});

test('only Meilisearch and the set-up of its key have the master key', () => {
  const [small] = overlays;
  const holders = (small?.manifests ?? []).filter((manifest) =>
    JSON.stringify(manifest).includes('"secretKeyRef":{"name":"svc-meilisearch"'),
  );
  expect(holders.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'StatefulSet meilisearch',
    'Job meilisearch-setup',
  ]);
});

test.each(overlays)('a rotation of keys finds the files in the pods of $name', ({ manifests }) => {
  const podOf = (name: string) => {
    const found = manifests.find(
      ({ kind, metadata }) => /Set|Deployment/.test(kind) && metadata.name === name,
    );
    return found?.['spec'].template.spec as PodSpec;
  };
  for (const [service] of services) {
    const { containers, volumes } = podOf(service);
    const mounted = expect.arrayContaining([{ name: 'keys', mountPath: '/keys', readOnly: true }]);
    expect(containers).toContainEqual(expect.objectContaining({ name: 'service', volumeMounts: mounted }));
    const secret = expect.objectContaining({ secretName: `svc-keys-${service}` });
    expect(volumes).toContainEqual({ name: 'keys', secret });
  }
  const { containers, volumes } = podOf('nats');
  const mounted = expect.arrayContaining([{ name: 'authorization', mountPath: '/etc/svc', readOnly: true }]);
  expect(containers).toContainEqual(expect.objectContaining({ name: 'nats', volumeMounts: mounted }));
  expect(volumes).toContainEqual({ name: 'authorization', configMap: { name: 'svc-nats-authorization' } });
});

test('the tracing overlay allows connections of every service to the collector', async () => {
  const more = render(fileURLToPath(new URL('../../deploy/k8s/tracing', import.meta.url)));
  expect((await Promise.all(more.map(problemsOf))).flat()).toEqual([]);
  const [small] = overlays;
  const added = allowedConnections([...(small?.manifests ?? []), ...more]);
  const before = new Set(allowedConnections(small?.manifests ?? []));
  expect(added.filter((connection) => !before.has(connection))).toEqual(
    services.map(([service]) => `${service} → monitoring:4318`).sort(),
  );
});

const deployed = overlays.flatMap(({ name, manifests }) =>
  services.map(([service, settings]) => ({ name, manifests, service, settings })),
);

test.each(deployed)('$service in $name gets only known settings and all required ones', (row) => {
  const { manifests, service, settings } = row;
  const { literals, secrets, shared } = environmentOf(manifests, service);
  const others = shared.filter((name) => services.some(([, its]) => name in its));
  expect(others).toEqual(shared);
  const names = [...Object.keys(literals), ...secrets.map(({ name }) => name)].filter(
    (name) => name in settings || !shared.includes(name),
  );
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(names));
  const examples: Readonly<Record<string, string>> = { MONGODB_URL: 'mongodb://mongodb.example.org/svc' };
  const needed = secrets.filter(({ optional }) => !optional).map(({ name }) => name);
  const given = Object.fromEntries(needed.map((name) => [name, examples[name] ?? 'a secret']));
  expect(() => loadConfig(settings, { ...literals, ...given })).not.toThrow();
});

test.each(deployed)('the secret settings of $service are in its Secret only, in $name', (row) => {
  const { secrets } = environmentOf(row.manifests, row.service);
  const own = Object.entries(row.settings).filter(([name, { secret }]) => secret && !(name in busSettings));
  expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(own.map(([name]) => name)));
  for (const { name, from, key } of secrets) expect([from, key]).toEqual([`svc-${row.service}`, name]);
});

test.each(deployed)('every setting of $service can be set in $name', (row) => {
  const { secrets, fixed } = environmentOf(row.manifests, row.service);
  const settable = Object.entries(row.settings).filter(([name]) => !(name in busSettings));
  for (const [name, { secret }] of settable) {
    // Values of the container win over those of ConfigMaps.
    if (!fixedSettings.includes(name)) expect(fixed).not.toContain(name);
    if (secret) expect(secrets.map((each) => each.name)).toContain(name);
  }
});

test.each(overlays)('the job that sets up $name gets the settings that all services share', (row) => {
  const job = row.manifests.find(({ kind, metadata }) => kind === 'Job' && metadata.name === 'setup');
  const { initContainers } = job?.['spec'].template.spec as {
    initContainers: { args: string[]; envFrom: MapReference[] }[];
  };
  const [streams] = initContainers;
  expect(streams?.args.slice(0, 2)).toEqual(['bus', 'streams']);
  const [map] = mapsOf(row.manifests, streams?.envFrom ?? []);
  expect(map?.metadata.name).toMatch(/^shared-/);
});

test.each(overlays)('the host of the ingress of $name is that of the public URL', ({ manifests }) => {
  const [ingress] = manifests.filter(({ kind }) => kind === 'Ingress');
  const { rules, tls } = ingress?.['spec'] as {
    rules: { host: string }[];
    tls: { hosts: string[] }[];
  };
  const urls = ['gateway', 'records', 'users'].map(
    (service) => environmentOf(manifests, service).literals['PUBLIC_URL'],
  );
  expect(new Set(urls)).toEqual(new Set([`https://${rules[0]?.host}`]));
  expect(tls.flatMap(({ hosts }) => hosts)).toEqual([rules[0]?.host]);
});

test('the network policies allow exactly the documented connections', () => {
  const [small, large] = overlays.map(({ manifests }) => allowedConnections(manifests));
  const callers = ['gateway', 'records', 'comments', 'users', 'search'];
  const keepers = ['records', 'comments', 'users', 'search'];
  const everywhere = [
    'ingress-nginx → gateway:8080',
    ...[...callers, 'setup'].map((pod) => `${pod} → nats:4222`),
    ...callers.map((pod) => `monitoring → ${pod}:9464`),
    ...['records', 'users'].flatMap((pod) => [`${pod} → public:443`, `${pod} → public:80`]),
    ...[25, 465, 587].map((port) => `users → anywhere:${port}`),
  ];
  expect(small).toEqual(
    [
      ...everywhere,
      ...[...keepers, 'mongodb-setup'].map((pod) => `${pod} → mongodb:27017`),
      ...['search', 'meilisearch-setup'].map((pod) => `${pod} → meilisearch:7700`),
    ].sort(),
  );
  expect(large).toEqual(
    [
      ...everywhere,
      'monitoring → nats:7777',
      'nats → nats:6222',
      ...keepers.map((pod) => `${pod} → anywhere:27017`),
      ...[443, 7700].map((port) => `search → anywhere:${port}`),
    ].sort(),
  );
});

const withBackup = [...overlays, { name: 'backup', manifests: render(folderOf('../backup')) }];

test.each(withBackup)('every connection to NATS in $name is encrypted and verified', ({ manifests }) => {
  const pods = podsOf(manifests);
  const callers = pods.flatMap(({ spec }) =>
    containersOf(spec)
      .filter(({ env = [] }) => env.some(({ name }) => name === 'NATS_URL'))
      .map((container) => ({ container, volumes: spec.volumes })),
  );
  expect(callers.length).toBeGreaterThan(0);
  for (const { container, volumes } of callers) {
    expect(container.env).toContainEqual({ name: 'NATS_URL', value: 'tls://nats:4222' });
    expect(container.env).toContainEqual({ name: 'NATS_CA_FILE', value: '/nats/ca.crt' });
    expect(container.volumeMounts).toContainEqual({ name: 'nats-ca', mountPath: '/nats', readOnly: true });
    // Of the Secret, a service gets the certificate of the authority alone.
    const secret = { secretName: 'svc-nats-tls', items: [{ key: 'ca.crt', path: 'ca.crt' }] };
    expect(volumes).toContainEqual({ name: 'nats-ca', secret });
  }
});

test.each(withBackup)('the pods of $name pass the restricted level of Pod Security', ({ manifests }) => {
  expect(manifests.flatMap(restrictedProblemsOf)).toEqual([]);
});

test.each(overlays)('every pod of $name runs with restricted privileges', ({ manifests }) => {
  const pods = podsOf(manifests);
  expect(pods.length).toBeGreaterThan(6);
  for (const { spec: pod } of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true },
    });
    for (const container of containersOf(pod))
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { requests: { cpu: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
  }
});

/** No package has the exporter of the metrics of NATS, so it was not tried. */
const exporter = 'natsio/prometheus-nats-exporter:0.17.3';

test.each(overlays)(
  'images of $name have a version, and servers the version that tests run with',
  ({ manifests }) => {
    const images = manifests.flatMap((manifest) =>
      [...JSON.stringify(manifest).matchAll(/"image":"([^"]+)"/g)].map(([, image = '']) => image),
    );
    const tried = [...SERVER_KINDS.map(({ docker }) => docker.image), exporter];
    const others = images.filter((image) => !tried.includes(image.replace(/-alpine$/, '')));
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const own = [...services.map(([service]) => service), 'admin'];
    expect([...new Set(others)].sort()).toEqual(
      own.map((name) => `registry.example.org/records-service/${name}:${version}`).sort(),
    );
  },
);

test.each(overlays)(
  'docs/operations/kubernetes.md creates the resources that $name requires',
  ({ manifests }) => {
    const text = JSON.stringify(manifests);
    const secrets = [...text.matchAll(/"secret(?:KeyRef":\{"name|Name)":"([^"]+)"/g)].map(
      ([, name = '']) => name,
    );
    const maps = [...text.matchAll(/"configMap(?:Ref)?":\{"name":"([^"]+)"/g)].map(([, name = '']) => name);
    const made = manifests.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name);
    const expected = [...secrets, ...maps.filter((name) => !made.includes(name))];
    expect([...new Set(expected)].filter((name) => !isMade(name))).toEqual([]);
    expect(busConfigMap('')).toContain('name: svc-nats-authorization\n');
  },
);

interface Container {
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly volumeMounts?: readonly object[];
}

interface PodSpec {
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly object[];
}

function podsOf(manifests: readonly Manifest[]): { spec: PodSpec }[] {
  return manifests.flatMap(({ spec }) => {
    const template = spec?.template ?? spec?.jobTemplate?.spec.template;
    return template?.spec ? [{ spec: template.spec as PodSpec }] : [];
  });
}

const containersOf = ({ initContainers = [], containers }: PodSpec) => [...initContainers, ...containers];

/** Whether the page creates a Secret or ConfigMap of this name, also in a loop over the services. */
function isMade(name: string): boolean {
  return (
    page.includes(name) ||
    page.includes(name.replace(/(gateway|records|comments|users|search|admin)$/, '$NAME'))
  );
}

interface SecretReference {
  readonly name: string;
  readonly from: string;
  readonly key: string;
  readonly optional?: boolean;
}

/** The environment of a service's container: values, and references to Secrets. */
function environmentOf(manifests: readonly Manifest[], service: string) {
  const deployment = manifests.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === service,
  );
  const [container] = deployment?.['spec'].template.spec.containers ?? [];
  const maps = mapsOf(manifests, container.envFrom as MapReference[]);
  const env = container.env as {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
  }[];
  const values = env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  const secrets = env.flatMap(({ name, valueFrom }): SecretReference[] =>
    valueFrom ? [{ ...valueFrom.secretKeyRef, name, from: valueFrom.secretKeyRef.name }] : [],
  );
  const literals: Record<string, string> = Object.assign(
    {},
    ...maps.map((map) => map['data'] as object),
    Object.fromEntries(values),
  );
  const shared = Object.keys(maps[0]?.['data'] as object);
  return { literals, secrets, shared, fixed: values.map(([name]) => name) };
}

interface MapReference {
  readonly configMapRef: { readonly name: string };
}

const mapsOf = (manifests: readonly Manifest[], references: readonly MapReference[]): Manifest[] =>
  references.flatMap(({ configMapRef }) =>
    manifests.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef.name),
  );
