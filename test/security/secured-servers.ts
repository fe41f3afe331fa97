import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { nkeys } from 'nats';
import { identities } from '@svc/contracts';
import { freePorts, startGuard, type Guard } from '@svc/local-stack';
import { busAuthorization, createBusKeys } from '@svc/service-kit';
import { until } from '@svc/testing';

export const meiliKey = 'a key of sixteen characters';

/** The folder of the server programs; openssl is needed, too. */
const programs = process.env['SERVER_PROGRAMS'];
export const isPossible = programs !== undefined && hasOpenssl();

function hasOpenssl(): boolean {
  try {
    return execFileSync('openssl', ['version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
}

const names = ['nats', 'natsOfToken', 'natsOfJwts', 'mongodb', 'meilisearch'] as const;

/**
 * Servers that require credentials. The servers of the services have certificates of their own authority, and NATS demands a client certificate.
 * Two more NATS servers authenticate users with a token and with JWTs.
 */
export class SecuredServers {
  readonly #guard: Guard;
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-secured-'));
  readonly ports: Readonly<Record<(typeof names)[number], number>>;

  private constructor(guard: Guard, ports: readonly number[]) {
    this.#guard = guard;
    const entries = names.map((name, index) => [name, ports[index]]);
    this.ports = Object.fromEntries(entries) as typeof this.ports;
  }

  static async start(): Promise<SecuredServers> {
    const servers = new SecuredServers(await startGuard(), await freePorts(names.length));
    servers.#makeCertificates();
    await Promise.all([servers.#startNats(), servers.#startMongo(), servers.#startMeili()]);
    return servers;
  }

  get guard(): Guard {
    return this.#guard;
  }

  file(name: string): string {
    return join(this.#root, name);
  }

  async close(): Promise<void> {
    await this.#guard.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  #makeCertificates(): void {
    const openssl = (line: string) =>
      execFileSync('openssl', line.split(' '), { cwd: this.#root, stdio: 'pipe' });
    openssl('req -x509 -nodes -newkey rsa:2048 -subj /CN=authority -days 2 -keyout ca.key -out ca.pem');
    openssl('req -nodes -newkey rsa:2048 -subj /CN=server -keyout key.pem -out server.csr');
    // The NATS client verifies a host name even when the address is an IP address.
    const extensions = [
      'subjectAltName=IP:127.0.0.1,DNS:localhost',
      'extendedKeyUsage=serverAuth,clientAuth',
    ];
    this.#write('extensions', extensions);
    openssl(
      'x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile extensions -out cert.pem',
    );
    const parts = ['cert.pem', 'key.pem'].map((name) => readFileSync(this.file(name), 'utf8'));
    this.#write('server.pem', parts);
  }

  async #startNats(): Promise<void> {
    const keys = createBusKeys(this.file('keys'), identities);
    const users = busAuthorization((identity) => ({ nkey: keys[identity] }));
    const certificates = { cert_file: this.file('cert.pem'), key_file: this.file('key.pem') };
    const tls = { ...certificates, ca_file: this.file('ca.pem'), verify: true };
    await this.#runNats('nats', [
      'max_payload: 8MB',
      `jetstream { store_dir: ${JSON.stringify(this.file('jetstream'))} }`,
      `tls: ${JSON.stringify(tls)}`,
      users.replace('# gateway', '{ user: tool, password: secret }\n    # gateway'),
    ]);
    await this.#runNats('natsOfToken', ['authorization { token: secret }']);
    await this.#runNats('natsOfJwts', this.#makeUserOfJwts());
  }

  async #runNats(name: 'nats' | 'natsOfToken' | 'natsOfJwts', config: readonly string[]): Promise<void> {
    this.#write(`${name}.conf`, [`listen: "127.0.0.1:${this.ports[name]}"`, ...config]);
    await this.#spawn('nats-server', { config: this.file(`${name}.conf`) });
  }

  /** Creates an operator that signs an account, which signs a user with the credentials `user.creds`. */
  #makeUserOfJwts(): string[] {
    const { createOperator, createAccount, createUser } = nkeys as Record<string, () => KeyPair>;
    const [operator, account, user] = [createOperator?.(), createAccount?.(), createUser?.()] as KeyPair[];
    if (!operator || !account || !user) throw new Error('nats makes no nkeys any more');
    const unlimited = { subs: -1, data: -1, payload: -1 };
    const limits = { ...unlimited, conn: -1, leaf: -1 };
    const userJwt = natsJwt(account, user, { type: 'user', ...unlimited });
    this.#write('user.creds', [
      `-----BEGIN NATS USER JWT-----\n${userJwt}\n------END NATS USER JWT------`,
      `-----BEGIN USER NKEY SEED-----\n${Buffer.from(user.getSeed()).toString()}\n------END USER NKEY SEED------`,
    ]);
    return [
      `operator: ${natsJwt(operator, operator, { type: 'operator' })}`,
      'resolver: MEMORY',
      `resolver_preload: { ${account.getPublicKey()}: ${natsJwt(operator, account, { type: 'account', limits })} }`,
    ];
  }

  async #startMongo(): Promise<void> {
    mkdirSync(this.file('db'));
    writeFileSync(this.file('replica.key'), 'c2VjcmV0', { mode: 0o600 });
    await this.#spawn('mongod', {
      dbpath: this.file('db'),
      port: String(this.ports.mongodb),
      bind_ip: '127.0.0.1',
      replSet: 'svc',
      keyFile: this.file('replica.key'),
      wiredTigerCacheSizeGB: '0.5',
      oplogSize: '64',
      tlsMode: 'requireTLS',
      tlsCertificateKeyFile: this.file('server.pem'),
      tlsCAFile: this.file('ca.pem'),
      tlsAllowConnectionsWithoutCertificates: undefined,
      nounixsocket: undefined,
    });
    const address = `mongodb://127.0.0.1:${this.ports.mongodb}/?directConnection=true&tls=true`;
    const client = new mongo.MongoClient(`${address}&tlsCAFile=${this.file('ca.pem')}`, {
      serverSelectionTimeoutMS: 60_000,
    });
    const members = [{ _id: 0, host: `127.0.0.1:${this.ports.mongodb}` }];
    await client.db('admin').command({ replSetInitiate: { _id: 'svc', members } });
    const user = { createUser: 'svc', pwd: 'secret', roles: ['root'] };
    await until(() => client.db('admin').command(user));
    await client.close();
  }

  async #startMeili(): Promise<void> {
    const options = {
      'http-addr': `127.0.0.1:${this.ports.meilisearch}`,
      env: 'production',
      'no-analytics': undefined,
      'db-path': this.file('meili'),
      'dump-dir': this.file('dumps'),
      'snapshot-dir': this.file('snapshots'),
      'ssl-cert-path': this.file('cert.pem'),
      'ssl-key-path': this.file('key.pem'),
    };
    await this.#spawn('meilisearch', options, { MEILI_MASTER_KEY: meiliKey });
  }

  #write(name: string, lines: readonly string[]): void {
    writeFileSync(this.file(name), `${lines.join('\n')}\n`);
    chmodSync(this.file(name), 0o600);
  }

  async #spawn(
    program: string,
    options: Record<string, string | undefined>,
    env: Record<string, string> = {},
  ): Promise<void> {
    const args = Object.entries(options).flatMap(([name, value]) =>
      value === undefined ? `--${name}` : [`--${name}`, value],
    );
    const child = await this.#guard.spawn({
      file: join(programs ?? '', program),
      args,
      cwd: this.#root,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.#root, ...env },
    });
    child.stdout?.resume();
    child.stderr?.resume();
  }
}

interface KeyPair {
  getPublicKey(): string;
  getSeed(): Uint8Array;
  sign(content: Uint8Array): Uint8Array;
}

/** A JWT of NATS in which one key pair signs the claims about another. */
function natsJwt(issuer: KeyPair, subject: KeyPair, content: Readonly<Record<string, unknown>>): string {
  const claims = {
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    nats: { ...content, version: 2 },
  };
  const parts = [{ typ: 'JWT', alg: 'ed25519-nkey' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = parts.join('.');
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}
