import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startServices } from '@svc/launcher';
import { connectBus, createLogger, type BusConfig } from '@svc/service-kit';
import { connectStore } from '@svc/service-kit/store';
import { until } from '@svc/testing';
import { isPossible, meiliKey, SecuredServers } from './secured-servers.ts';

let servers: SecuredServers;
if (!isPossible)
  process.stderr.write('Servers with certificates are not tried: openssl or their programs are missing.\n');
const tried = isPossible ? test : test.skip;

beforeAll(async () => {
  if (isPossible) servers = await SecuredServers.start();
});

afterAll(() => servers?.close());

const certificates = () => ({
  NATS_CA_FILE: servers.file('ca.pem'),
  NATS_CERT_FILE: servers.file('cert.pem'),
  NATS_KEY_FILE: servers.file('key.pem'),
});
const addressOf = (server: 'nats' | 'natsOfToken' | 'natsOfJwts') =>
  `nats://127.0.0.1:${servers.ports[server]}`;

async function connected(settings: Partial<BusConfig>) {
  const log = createLogger({ service: 'test', level: 'silent' });
  const config = { NATS_URL: addressOf('nats'), ...settings };
  return connectBus({ config, identity: 'admin', log, timeoutMs: 5_000 });
}

function mongodb({ user = '', isTrusted = true }: { user?: string; isTrusted?: boolean } = {}): string {
  const address = `mongodb://${user}127.0.0.1:${servers.ports.mongodb}/svc`;
  const authority = isTrusted ? `&tlsCAFile=${servers.file('ca.pem')}` : '';
  return `${address}?authSource=admin&replicaSet=svc&tls=true${authority}`;
}

tried('the services run on servers with credentials and certificates', async () => {
  const stack = {
    mongodbUrl: mongodb({ user: 'svc:secret@' }),
    natsUrl: addressOf('nats'),
    natsKeysDir: servers.file('keys'),
    meiliUrl: `https://127.0.0.1:${servers.ports.meilisearch}`,
    meiliKey,
  };
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const authorities = { NODE_EXTRA_CA_CERTS: servers.file('ca.pem') };
  const env = {
    PATH,
    HOME,
    NODE_COMPILE_CACHE,
    ...certificates(),
    ...authorities,
    BUILT_IN_GRID: 'false',
  };
  const services = await startServices({
    stack,
    dataDir: servers.file('data'),
    env,
    report: () => undefined,
    guard: servers.guard,
  });
  const login = await fetch(`${services.gatewayUrl}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'nobody', password: 'nothing' }),
  });
  expect(login.status).toBe(403);
  const search = services.instances.find(({ service }) => service === 'search');
  await until(async () => expect((await fetch(`${search?.opsUrl}/readyz`)).status).toBe(200));
  await services.stop();
});

tried.each<[string, () => Partial<BusConfig>]>([
  ['an nkey', () => ({ ...certificates(), NATS_NKEY_FILE: servers.file('keys/admin.nk') })],
  ['a user and password', () => ({ ...certificates(), NATS_USER: 'tool', NATS_PASSWORD: 'secret' })],
  ['a token', () => ({ NATS_URL: addressOf('natsOfToken'), NATS_TOKEN: 'secret' })],
  [
    'a creds file',
    () => ({ NATS_URL: addressOf('natsOfJwts'), NATS_CREDS_FILE: servers.file('user.creds') }),
  ],
])('NATS accepts a connection with %s', async (_way, settings) => {
  const bus = await connected(settings());
  expect(bus.info).toMatchObject({ auth_required: true });
  await bus.close();
});

tried.each<[string, () => Promise<unknown>, string]>([
  [
    'NATS: a wrong password',
    () => connected({ ...certificates(), NATS_USER: 'tool', NATS_PASSWORD: 'wrong' }),
    'rejected the credentials in NATS_USER and NATS_PASSWORD',
  ],
  [
    'NATS: a wrong token',
    () => connected({ NATS_URL: addressOf('natsOfToken'), NATS_TOKEN: 'wrong' }),
    'rejected the credentials in NATS_TOKEN',
  ],
  [
    'NATS: a creds file of another operator',
    () => connected({ ...certificates(), NATS_CREDS_FILE: servers.file('user.creds') }),
    'rejected the credentials in NATS_CREDS_FILE',
  ],
  ['NATS: no credentials', () => connected(certificates()), 'requires credentials; set NATS_USER'],
  [
    'NATS: an untrusted certificate authority',
    () => connected({ NATS_USER: 'tool', NATS_PASSWORD: 'secret' }),
    'not signed by a trusted authority; set NATS_CA_FILE',
  ],
  [
    'NATS: no certificate',
    () => connected({ NATS_CA_FILE: servers.file('ca.pem'), NATS_TOKEN: 'secret' }),
    'NATS_CERT_FILE and NATS_KEY_FILE',
  ],
  [
    'MongoDB: a wrong password',
    () => connectStore({ url: mongodb({ user: 'svc:wrong@' }), service: 'records' }),
    'rejected the user and password in MONGODB_URL',
  ],
  [
    'MongoDB: no user',
    () => connectStore({ url: mongodb(), service: 'records' }),
    'rejected the user and password in MONGODB_URL, or requires them',
  ],
  [
    'MongoDB: an untrusted certificate authority',
    () => connectStore({ url: mongodb({ user: 'svc:secret@', isTrusted: false }), service: 'records' }),
    'set tlsCAFile in MONGODB_URL',
  ],
])('the error names the setting to correct: %s', async (_what, connecting, message) => {
  const failure = await connecting().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ConfigError', message: expect.stringContaining(message) });
  expect((failure as Error).message).not.toMatch(/secret|wrong/);
});
