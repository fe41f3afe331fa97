import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileFunction } from 'node:vm';
import { DockerfileParser } from 'dockerfile-ast';
import { mongo } from 'mongoose';
import { freePorts, startGuard, type Guard } from '@svc/local-stack';
import { sideBySide } from '@svc/service-kit';
import { until } from '@svc/testing';
import { serviceSettings } from '@svc/launcher/settings';
import { exampleVariables, readCompose, type Compose } from './compose.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');
const dockerfile = DockerfileParser.parse(readFileSync(join(repository, 'deploy/Dockerfile'), 'utf8'));
const services = Object.keys(serviceSettings);

/** The folder with the programs of the servers; without it an installation cannot be tried. */
export const programs = process.env['SERVER_PROGRAMS'];

const meilisearchSetup = join(repository, 'deploy/k8s/overlays/single-node/meilisearch-setup.sh');

/** As docs/operations/deploying.md does. */
function withSearchKey(variables: Readonly<Record<string, string>>): Record<string, string> {
  const env = { ...process.env, MEILI_MASTER_KEY: variables['MEILI_MASTER_KEY'] };
  const key = execFileSync('sh', [meilisearchSetup, '--print'], { env, encoding: 'utf8' }).trim();
  return { ...variables, MEILI_KEY: key };
}

/** What compose.yaml describes, without containers: each program runs on the folder of files that its image would have. */
export class Installation {
  readonly variables = withSearchKey(exampleVariables());
  readonly gatewayUrl: string;
  readonly #compose: Compose;
  readonly #root = mkdtempSync(join(tmpdir(), 'svc-installation-'));
  readonly #guard: Guard;
  readonly #ports: Readonly<Record<string, number>>;

  private constructor(guard: Guard, ports: Readonly<Record<string, number>>) {
    this.#guard = guard;
    this.#ports = ports;
    this.#compose = readCompose(this.variables);
    this.gatewayUrl = `http://127.0.0.1:${ports['http']}`;
  }

  static async open(): Promise<Installation> {
    const names = ['nats', 'mongodb', 'meilisearch', 'http', ...services];
    const ports = await freePorts(names.length);
    const byName = Object.fromEntries(names.map((name, index) => [name, ports[index] as number]));
    return new Installation(await startGuard(), byName);
  }

  /** The folder that is `/app` in the image. */
  tree(image: string): string {
    return join(this.#root, image);
  }

  /** Two at a time: npm fetches by itself. */
  async assemble(): Promise<void> {
    await sideBySide(['admin', ...services], 2, (image) =>
      run(process.execPath, [join(repository, 'deploy/assemble.ts'), image, this.tree(image)]),
    );
  }

  /** What docs/operations/deploying.md does before the first start. */
  async makeKeys(): Promise<void> {
    const keys = join(this.#root, 'keys');
    await this.admin(['keys', 'create', '--dir', keys]);
    this.#write('svc/authorization.conf', await this.admin(['bus', 'permissions', '--dir', keys]));
  }

  /** What `docker compose run --rm admin` prints. */
  async admin(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = { ...this.#environment('admin'), ...more };
    return (await run(process.execPath, [join(this.tree('admin'), 'main.mjs'), ...args], { env })).stdout;
  }

  async startServers(): Promise<void> {
    await Promise.all([this.#startNats(), this.#startMongo(), this.#startMeili()]);
    const env = { PATH: process.env['PATH'], ...this.#environment('meilisearch-setup') };
    await run('sh', [meilisearchSetup], { env });
  }

  /** Starts all services and resolves when they are ready. A service may read its files and its keys, and write nothing. */
  async startServices(): Promise<void> {
    await Promise.all(services.map((service) => this.#startService(service)));
  }

  async close(): Promise<void> {
    await this.#guard.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #startService(service: string): Promise<void> {
    const [, ...args] = JSON.parse(dockerfile.getENTRYPOINTs()[0]?.getArgumentsContent() ?? '') as string[];
    const tree = this.tree(service);
    const keys = ['json', 'nk'].map((ending) => join(this.#root, 'keys', `${service}.${ending}`));
    const permissions = ['--permission', ...[tree, ...keys].map((path) => `--allow-fs-read=${path}`)];
    const fromImage = dockerfile.getENVs().flatMap((env) => env.getProperties());
    const port = this.#ports[service];
    const child = await this.#spawn(
      process.execPath,
      [...permissions, ...args.map((arg) => arg.replace('/app', tree))],
      {
        cwd: tree,
        env: {
          ...Object.fromEntries(fromImage.map((each) => [each.getName(), each.getValue() ?? ''])),
          ...this.#environment(service),
          OPS_PORT: String(port),
          ...(service === 'gateway' && { GATEWAY_PORT: String(this.#ports['http']) }),
        },
      },
    );
    await until(async () => {
      if (child.process.exitCode !== null) throw new Error(`${service} has ended:\n${child.output.join('')}`);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      if (!answer.ok) throw new Error(`${service}: ${await answer.text()}\n${child.output.join('')}`);
    });
  }

  /** That of compose.yaml, with the addresses that there are here. */
  #environment(service: string): Record<string, string> {
    const { environment = {} } = this.#compose.services[service] ?? {};
    const here = (value: string) =>
      value
        .replace(/^\/(run\/secrets|keys)(?=\/)/, join(this.#root, 'keys'))
        .replace(
          /\b(nats|mongodb|meilisearch):\d+/,
          (_all, name: string) => `127.0.0.1:${this.#ports[name]}`,
        );
    return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, here(value)]));
  }

  async #startNats(): Promise<void> {
    const config = readFileSync(join(repository, 'deploy/k8s/base/nats.conf'), 'utf8')
      .replace(/^listen:.*$/m, `listen: "127.0.0.1:${this.#ports['nats']}"`)
      .replace(/^http:.*$/m, '')
      .replace('/data', join(this.#root, 'jetstream'));
    this.#write('nats/nats.conf', config);
    await this.#spawn('nats-server', ['--config', join(this.#root, 'nats/nats.conf')]);
  }

  async #startMeili(): Promise<void> {
    const { environment = {} } = this.#compose.services['meilisearch'] ?? {};
    const env = { ...environment, MEILI_HTTP_ADDR: `127.0.0.1:${this.#ports['meilisearch']}` };
    mkdirSync(join(this.#root, 'meili'));
    await this.#spawn('meilisearch', [], { cwd: join(this.#root, 'meili'), env });
  }

  /** As the entry point of the image does: root is made by a server without access control. */
  async #startMongo(): Promise<void> {
    const port = String(this.#ports['mongodb']);
    mkdirSync(join(this.#root, 'db'));
    const here = [
      '--dbpath',
      join(this.#root, 'db'),
      '--bind_ip',
      '127.0.0.1',
      '--port',
      port,
      '--nounixsocket',
    ];
    const open = await this.#spawn('mongod', here);
    const pwd = this.variables['MONGODB_ROOT_PASSWORD'] ?? '';
    const root = { createUser: 'root', pwd, roles: ['root'] };
    await this.#asAdmin('', (command) => command(root));
    open.process.kill();
    await once(open.process, 'exit');
    await this.#startMongoScript(here);
    await this.#setUpMongo(pwd);
  }

  /** Runs the script of the container; in place of the image's entry point, a program adds the options for this machine. */
  async #startMongoScript(here: readonly string[]): Promise<void> {
    const more = [...here, '--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '64'].join(' ');
    this.#write('bin/docker-entrypoint.sh', `#!/bin/sh\nexec ${programs}/"$@" ${more}\n`);
    chmodSync(join(this.#root, 'bin/docker-entrypoint.sh'), 0o700);
    const script = join(repository, 'deploy/k8s/overlays/single-node/mongod.sh');
    const env = { HOME: this.#root, PATH: `${join(this.#root, 'bin')}:${process.env['PATH']}` };
    await this.#spawn('/bin/bash', [script], { env });
  }

  /** The script for mongosh, in which what takes time is waited for without being told. */
  async #setUpMongo(pwd: string): Promise<void> {
    const script = readFileSync(join(repository, 'deploy/k8s/overlays/single-node/mongodb-setup.js'), 'utf8')
      .replaceAll(/(?=db\.adminCommand|sleep\()/g, 'await ')
      .replaceAll(/await db\.adminCommand\(\{ hello: 1 \}\)/g, '($&)')
      .replace('mongodb:27017', `127.0.0.1:${this.#ports['mongodb']}`);
    const work = compileFunction(`return (async () => { ${script} })()`, ['db', 'process', 'sleep']);
    const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    await this.#asAdmin(`root:${pwd}@`, async (adminCommand) => {
      await work({ adminCommand }, { env: this.#compose.services['mongodb-setup']?.environment }, sleep);
    });
  }

  async #asAdmin(
    user: string,
    work: (command: (command: mongo.Document) => Promise<mongo.Document>) => Promise<unknown>,
  ): Promise<void> {
    const address = `mongodb://${user}127.0.0.1:${this.#ports['mongodb']}/admin?directConnection=true`;
    const client = new mongo.MongoClient(address, { serverSelectionTimeoutMS: 60_000 });
    await work((command) => client.db('admin').command(command));
    await client.close();
  }

  async #spawn(
    file: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ): Promise<{ process: ChildProcess; output: string[] }> {
    const program = file.startsWith('/') ? file : join(programs ?? '', file);
    const child = await this.#guard.spawn({ file: program, args, cwd: this.#root, env: {}, ...options });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => output.push(data.toString()));
    return { process: child, output };
  }

  #write(name: string, content: string): void {
    mkdirSync(join(this.#root, name, '..'), { recursive: true });
    writeFileSync(join(this.#root, name), content);
  }
}
