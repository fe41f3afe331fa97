import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { identities } from '@svc/contracts';
import { freePort, startGuard, type Guard } from '@svc/local-stack';
import {
  busAuthorization,
  connectBus,
  createBusKeys,
  createKeyring,
  createLogger,
  loadKeyring,
} from '@svc/service-kit';
import { temporaryDirectory, until } from '@svc/testing';
import type { NatsConnection } from 'nats';
import { HeardProgress } from '../testing/heard-progress.ts';
import type { Cluster } from './cluster.ts';
import { rollBackRotation, rotateInCluster } from './rotate-in-cluster.ts';

const services = ['gateway', 'records', 'comments', 'users', 'search'] as const;
const hour = 3_600_000;
/** The number of looks after which a changed object is in a pod. */
const looksUntilArrival = 2;

type Files = Readonly<Record<string, string>>;

/** Stands for a cluster: a NATS server, and for each service a connection to it, with files that arrive later than their objects change. */
class ProcessCluster implements Cluster {
  readonly calls: string[] = [];
  /** The next call of this text fails, as if the command was interrupted. */
  failsAt = '';
  readonly stuck = new Set<string>();
  readonly objects = new Map<string, Files>();
  readonly #mounted = new Map<string, Files>();
  readonly #looks = new Map<string, number>();
  readonly #connections = new Map<string, NatsConnection>();
  readonly #folder = temporaryDirectory();
  #port = 0;
  #nats: number | undefined;

  async start(guard: Guard, keys: string): Promise<void> {
    this.#port = await freePort();
    const nkeys = createBusKeys(keys, identities);
    const authorization = busAuthorization((identity) => ({ nkey: nkeys[identity] }));
    this.objects.set('svc-nats-authorization', { 'authorization.conf': authorization });
    this.#mount('nats-0', 'svc-nats-authorization');
    const store = join(this.#folder, 'jetstream');
    writeFileSync(
      this.#file('nats.conf'),
      `listen: "127.0.0.1:${this.#port}"\njetstream { store_dir: "${store}" }\ninclude authorization.conf\n`,
    );
    const file = join(process.env['SERVER_PROGRAMS'] ?? '', 'nats-server');
    const args = ['--config', this.#file('nats.conf')];
    const server = await guard.spawn({ file, args, cwd: this.#folder, env: {} });
    for (const stream of [server.stdout, server.stderr]) stream?.resume();
    this.#nats = server.pid;
    for (const service of services) {
      this.objects.set(`svc-keys-${service}`, {
        'keyring.json': readFileSync(join(keys, `${service}.json`), 'utf8'),
        'bus.nk': readFileSync(join(keys, `${service}.nk`), 'utf8'),
      });
      await until(() => this.#connect(service));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }

  async apply(manifest: object): Promise<void> {
    const { kind, metadata, data } = manifest as { kind: string; metadata: { name: string }; data: Files };
    this.#call(`apply ${metadata.name}`);
    const isSecret = kind === 'Secret';
    const text = (content: string) => (isSecret ? Buffer.from(content, 'base64').toString() : content);
    const files = Object.entries(data).map(([name, content]) => [name, text(content)] as const);
    this.objects.set(metadata.name, Object.fromEntries(files));
    this.#looks.clear();
  }

  async pods(name: string): Promise<string[]> {
    return [`${name}-0`];
  }

  async digest(pod: string, { path }: { path: string }): Promise<string | undefined> {
    const looks = (this.#looks.get(pod) ?? 0) + 1;
    this.#looks.set(pod, looks);
    const object = pod === 'nats-0' ? 'svc-nats-authorization' : `svc-keys-${serviceOf(pod)}`;
    if (looks > looksUntilArrival && !this.stuck.has(pod)) this.#mount(pod, object);
    const content = this.#mounted.get(pod)?.[path.replace(/^.*\//, '')];
    return content === undefined ? undefined : createHash('sha256').update(content).digest('hex');
  }

  async reloadNats(): Promise<void> {
    this.#call('reload nats');
    process.kill(this.#nats ?? 0, 'SIGHUP');
  }

  async restart(deployment: string): Promise<void> {
    this.#call(`restart ${deployment}`);
    const service = services.find((each) => each === deployment);
    if (!service) throw new Error(`there is no deployment ${deployment}`);
    await this.#connections.get(service)?.close();
    await until(() => this.#connect(service));
  }

  /** Fails unless each service has a connection. */
  async expectConnected(): Promise<void> {
    for (const service of services) await this.#connections.get(service)?.flush();
  }

  /** Whether NATS accepts the credentials in a file. */
  async accepts(seedFile: string): Promise<boolean> {
    return this.#open('admin', seedFile).then(
      async (connection) => {
        await connection.close();
        return true;
      },
      () => false,
    );
  }

  /** A new pod has the files of its Secret from the start. */
  async #connect(service: (typeof services)[number]): Promise<void> {
    this.#mount(`${service}-0`, `svc-keys-${service}`);
    const seed = this.#file(`${service}.nk`);
    writeFileSync(seed, this.#mounted.get(`${service}-0`)?.['bus.nk'] ?? '');
    this.#connections.set(service, await this.#open(service, seed));
  }

  #open(identity: (typeof identities)[number], seed: string): Promise<NatsConnection> {
    const log = createLogger({ service: 'test', level: 'silent' });
    const config = { NATS_URL: `nats://127.0.0.1:${this.#port}`, NATS_NKEY_FILE: seed };
    return connectBus({ config, identity, log, timeoutMs: 2_000 });
  }

  #mount(pod: string, object: string): void {
    const files = this.objects.get(object) ?? {};
    this.#mounted.set(pod, files);
    const authorization = files['authorization.conf'];
    if (authorization !== undefined) writeFileSync(this.#file('authorization.conf'), authorization);
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  #call(text: string): void {
    if (text === this.failsAt) {
      this.failsAt = '';
      throw new Error('interrupted');
    }
    this.calls.push(text);
  }
}

const serviceOf = (pod: string) => pod.replace(/-0$/, '');

let guard: Guard;
let cluster: ProcessCluster;
let keys: string;
let oldAdmin: string;
let oldFiles: Files;

beforeEach(async () => {
  guard = await startGuard();
  keys = join(temporaryDirectory(), 'keys');
  await createKeyring(keys);
  createBusKeys(keys, identities);
  cluster = new ProcessCluster();
  await cluster.start(guard, keys);
  oldAdmin = join(temporaryDirectory(), 'old.nk');
  writeFileSync(oldAdmin, readFileSync(join(keys, 'admin.nk')));
  oldFiles = files();
});

afterEach(async () => {
  await cluster?.close();
  await guard?.close();
});

const files = (): Files =>
  Object.fromEntries(
    identities
      .flatMap((identity) => [`${identity}.json`, `${identity}.nk`])
      .map((name) => [name, readFileSync(join(keys, name), 'utf8')]),
  );

const work = (report = new HeardProgress(), arrivalMs = 60_000) => ({
  directory: keys,
  cluster,
  report,
  arrivalMs,
  pauseMs: 10,
});
const rotate = (delayMs = hour, report = new HeardProgress()) =>
  rotateInCluster(work(report), { rotated: identities, delayMs });

const restarts = ['records', 'comments', 'users', 'search', 'gateway'].map((name) => `restart ${name}`);
const secrets = identities.map((identity) => `apply svc-keys-${identity}`);
const admission = ['apply svc-nats-authorization', 'reload nats'];

test('keys are replaced in order: NATS accepts both, pods get their files, services restart, old credentials end', async () => {
  const report = new HeardProgress();
  const startsAt = await rotate(hour, report);
  expect(cluster.calls).toEqual([...admission, ...secrets, ...restarts, ...admission]);
  expect(report.said.filter((line) => line.startsWith('Step'))).toHaveLength(4);
  await cluster.expectConnected();
  await until(async () => expect(await cluster.accepts(oldAdmin)).toBe(false));
  expect(await cluster.accepts(join(keys, 'admin.nk'))).toBe(true);
  for (const service of services) {
    const stored = cluster.objects.get(`svc-keys-${service}`)?.['keyring.json'];
    expect(stored).toBe(readFileSync(join(keys, `${service}.json`), 'utf8'));
    const { keys: generations } = JSON.parse(stored ?? '') as { keys: { notBefore: number }[] };
    expect(generations.map(({ notBefore }) => notBefore)).toEqual([startsAt, 0]);
  }
  expect((await loadKeyring(join(keys, 'users.json'))).identity).toBe('users');
  expect(existsSync(join(keys, 'rotation'))).toBe(false);
});

test.each(['reload nats', 'apply svc-keys-comments', 'restart users'])(
  'a rotation that is interrupted at "%s" continues with the same keys',
  async (failsAt) => {
    cluster.failsAt = failsAt;
    await expect(rotate()).rejects.toThrow('interrupted');
    const begun = files();
    await cluster.expectConnected();
    const report = new HeardProgress();
    await rotate(2 * hour, report);
    expect(report.said[0]).toMatch(/^Resuming the rotation after step \d of 4\.$/);
    expect(files()).toEqual(begun);
    expect(cluster.calls.filter((call) => call.startsWith('restart'))).toEqual(restarts);
    await until(async () => expect(await cluster.accepts(oldAdmin)).toBe(false));
    await cluster.expectConnected();
  },
);

test.each(['apply svc-keys-comments', 'restart users', 'reload nats'])(
  'a rotation that is interrupted at "%s" is rolled back to the old keys, also after another interruption',
  async (failsAt) => {
    cluster.failsAt = failsAt;
    await expect(rotate()).rejects.toThrow('interrupted');
    const restarted = cluster.calls.filter((call) => call.startsWith('restart'));
    const from = cluster.calls.length;
    cluster.failsAt = 'apply svc-keys-records';
    await expect(rollBackRotation(work())).rejects.toThrow('interrupted');
    await expect(rotate()).rejects.toThrow('complete it with --roll-back first');
    await rollBackRotation(work());
    expect(files()).toEqual(oldFiles);
    const back = cluster.calls.slice(from).filter((call) => call.startsWith('restart'));
    // The service whose restart was interrupted, too.
    const begun = failsAt.startsWith('restart') ? [...restarted, failsAt] : restarted;
    expect(back).toEqual([...begun].reverse());
    await until(async () => expect(await cluster.accepts(oldAdmin)).toBe(true));
    await cluster.expectConnected();
    expect(existsSync(join(keys, 'rotation'))).toBe(false);
    await expect(rollBackRotation(work())).rejects.toThrow('There is no rotation');
  },
);

test('a pod that does not receive its file is named, and nothing restarts', async () => {
  cluster.stuck.add('users-0');
  const short = { ...work(), arrivalMs: 200 };
  await expect(rotateInCluster(short, { rotated: identities, delayMs: hour })).rejects.toThrow(
    /^users-0 did not receive \/keys\/keyring\.json within/,
  );
  expect(cluster.calls.filter((call) => call.startsWith('restart'))).toEqual([]);
  await rollBackRotation(work());
  expect(files()).toEqual(oldFiles);
});

test('a rotation whose keys have begun is completed, and not rolled back', async () => {
  cluster.failsAt = 'restart users';
  await expect(rotate(0)).rejects.toThrow('interrupted');
  await expect(rollBackRotation(work())).rejects.toThrow('cannot be rolled back');
  await rotate();
  await cluster.expectConnected();
});
