import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { identities } from '@svc/contracts';
import { freePort, startGuard, type Guard } from '@svc/local-stack';
import { busAuthorization, connectBus, createBusKeys, createLogger, type BusConfig } from '@svc/service-kit';
import { temporaryDirectory, until } from '@svc/testing';
import { isPossible } from '../security/secured-servers.ts';
import { render } from './kustomize.ts';

const deploy = fileURLToPath(new URL('../../deploy/k8s', import.meta.url));
const dir = temporaryDirectory();
const keys = join(dir, 'keys');
const file = (name: string) => join(keys, name);
const makeCertificate = () =>
  execFileSync(join(deploy, 'nats-certificate.sh'), [keys], { stdio: ['ignore', 'ignore', 'pipe'] });
let guard: Guard;
let port: number;

if (!isPossible)
  process.stderr.write('NATS with certificates is not tried: openssl or its program is missing.\n');
const tried = isPossible ? test : test.skip;

/** Runs NATS with the configuration that its container gets, and the files of the Secret that the documentation creates. */
beforeAll(async () => {
  if (!isPossible) return;
  guard = await startGuard();
  port = await freePort();
  const nkeys = createBusKeys(keys, identities);
  makeCertificate();
  const map = render(join(deploy, 'overlays/single-node')).find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('nats-'),
  );
  for (const folder of ['nats', 'svc']) mkdirSync(join(dir, folder));
  for (const [name, text] of Object.entries(map?.['data'] as Record<string, string>))
    writeFileSync(join(dir, 'nats', name), here(text));
  writeFileSync(
    join(dir, 'svc/authorization.conf'),
    busAuthorization((identity) => ({ nkey: nkeys[identity] })),
  );
  const args = ['--config', join(dir, 'nats/nats-tls.conf')];
  const program = join(process.env['SERVER_PROGRAMS'] ?? '', 'nats-server');
  const child = await guard.spawn({ file: program, args, cwd: dir, env: {} });
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  // A busy machine may take longer to start it than a client tries to connect.
  await until(async () => {
    const socket = connectSocket(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
});

afterAll(() => guard?.close());

/** A configuration with the addresses and folders of this test. */
const here = (text: string) =>
  text
    .replace(/^listen:.*$/m, `listen: "127.0.0.1:${port}"`)
    .replace(/^http:.*$/m, '')
    .replace('/etc/nats-tls/tls.crt', file('nats.crt'))
    .replace('/etc/nats-tls/tls.key', file('nats.key'))
    .replace('/data', join(dir, 'jetstream'));

function connected(settings: Partial<BusConfig>, protocol = 'tls') {
  const log = createLogger({ service: 'test', level: 'silent' });
  const config = {
    NATS_URL: `${protocol}://127.0.0.1:${port}`,
    NATS_NKEY_FILE: file('admin.nk'),
    ...settings,
  };
  return connectBus({ config, identity: 'admin', log, timeoutMs: 5_000 });
}

tried(
  'NATS in Kubernetes accepts a service that trusts its authority, before and after a renewal',
  async () => {
    const authority = readFileSync(file('nats-ca.crt'), 'utf8');
    const before = await connected({ NATS_CA_FILE: file('nats-ca.crt') });
    expect(before.info?.tls_required).toBe(true);
    await before.close();
    const certificate = readFileSync(file('nats.crt'), 'utf8');
    makeCertificate();
    expect(readFileSync(file('nats.crt'), 'utf8')).not.toBe(certificate);
    expect(readFileSync(file('nats-ca.crt'), 'utf8')).toBe(authority);
    execFileSync('openssl', ['verify', '-CAfile', file('nats-ca.crt'), file('nats.crt')]);
  },
);

tried('a client that does not trust the authority does not connect', async () => {
  for (const protocol of ['tls', 'nats'])
    await expect(connected({}, protocol)).rejects.toThrow(/certificate/);
});

tried('nobody reads or sends anything without encryption', async () => {
  const socket = connectSocket(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  await once(socket, 'connect');
  socket.write('CONNECT {"verbose":true}\r\nSUB > 1\r\nPING\r\n');
  await once(socket, 'close');
  expect(text).toMatch(/^INFO .*"tls_required":true/);
  expect(text).not.toContain('PONG');
});

tried('the private keys are readable for their owner only, and nothing else is left', () => {
  const made = readdirSync(keys).filter((name) => name.startsWith('nats'));
  expect(made.sort()).toEqual(['nats-ca.crt', 'nats-ca.key', 'nats-ca.srl', 'nats.crt', 'nats.key']);
  for (const name of made) expect(statSync(file(name)).mode & 0o077).toBe(0);
});
