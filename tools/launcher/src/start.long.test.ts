import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { openToOthers } from '@svc/local-stack';
import { temporaryDirectory, until } from '@svc/testing';

const MAIN = join(import.meta.dirname, 'start.ts');
const root = temporaryDirectory();
const onLinux = process.platform === 'linux' ? test : test.skip;

interface Command {
  process: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

const commands: Command[] = [];

beforeAll(() => {
  for (const name of ['MONGODB_URL', 'NATS_URL', 'MEILI_URL', 'GATEWAY_PORT', 'PUBLIC_URL'])
    delete process.env[name];
});

afterEach(async () => {
  for (const command of commands.splice(0)) {
    command.process.kill('SIGTERM');
    await command.ended;
  }
});

function start(name: string, env: Record<string, string> = {}): Command {
  const dataDir = join(root, name);
  const child = spawn(process.execPath, [MAIN, '--no-demo'], {
    env: { ...process.env, DATA_DIR: dataDir, BUILT_IN_GRID: 'false', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const command = { process: child, output: () => output, ended };
  commands.push(command);
  return command;
}

async function ready({ process: child, output }: Command): Promise<string> {
  const isOver = () => child.exitCode !== null || output().includes('Ctrl-C stops everything');
  await until(() => expect(isOver()).toBe(true), 150_000);
  const url = /is ready: (\S+)/.exec(output())?.[1];
  if (!url) throw new Error(`The services did not start:\n${output()}`);
  return url;
}

/** Every process whose command line or environment names the data directory, by its program. */
function processesOf(name: string): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid);
  return pids.flatMap((pid) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8'),
      );
      if (!`${command}\0${environment}`.includes(`${join(root, name)}`)) return [];
      return [{ pid: Number(pid), command: String(command).replaceAll('\0', ' ') }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

const servers = { MongoDB: '/mongod ', NATS: '/nats-server ', Meilisearch: '/meilisearch ' };
const admin = { ADMIN_USERNAME: 'admin@example.test', ADMIN_PASSWORD: 'the house of a stranger' };

/** What an administrator does over HTTP. */
async function adminOf(url: string) {
  const call = async (path: string, body?: Record<string, string>, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const init = body && { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(`${url}/wp-json/${path}`, { headers, ...init });
    return (await response.json()) as {
      token: string;
      ID?: number;
      name?: string;
      hits?: { posts: object[] }[];
    };
  };
  const login = { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD };
  const { token } = await call('jwt-auth/v1/token', login);
  return {
    create: (name: string) => call('svc-posts/v2/contacts', { name }, token),
    view: (id = 0) => call(`svc-posts/v2/contacts/${id}`, undefined, token),
    search: (query: string) =>
      call(`svc-posts/v2/posts/search/advanced_search?post_type=all&query=${query}`, undefined, token),
  };
}

onLinux(
  'dead servers and services are restarted with their data and reported, and Ctrl-C stops everything',
  async () => {
    const command = start('one', admin);
    const url = await ready(command);
    const { create, view, search } = await adminOf(url);
    const kept = await create('Kept');
    expect(openToOthers(join(root, 'one'))).toEqual([]);
    const runningServices = () =>
      processesOf('one').filter(({ command: line }) => line.includes('/services/'));
    const services = runningServices();
    expect(services).toHaveLength(5);

    for (const [label, program] of Object.entries({ ...servers, records: '/services/records/' })) {
      const victim = processesOf('one').find(({ command: line }) => line.includes(program));
      if (label in servers) expect(runningServices()).toEqual(services);
      process.kill(victim?.pid as number, 'SIGKILL');
      await until(() => expect(command.output()).toContain(`${label} is ready again (pid`));
      expect(command.output()).toContain(`${label} (pid ${victim?.pid}) ended with SIGKILL; restarting`);
      await until(async () => expect((await create(label)).name).toBe(label));
      await until(async () => expect((await search(label)).hits?.[0]?.posts).toHaveLength(1));
      expect(await view(kept.ID)).toMatchObject({ name: 'Kept' });
    }

    const second = start('one');
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`one is in use by another instance (pid ${command.process.pid})`);

    command.process.kill('SIGINT');
    expect(await command.ended).toBe(0);
    expect(processesOf('one')).toEqual([]);
  },
);

onLinux(
  'processes that a killed launcher and guard have left are named, and no second server starts beside them',
  async () => {
    const name = 'orphaned';
    const first = start(name);
    await ready(first);
    const { guard } = JSON.parse(readFileSync(join(root, name, 'lock'), 'utf8')) as {
      guard: { pid: number };
    };
    process.kill(guard.pid, 'SIGKILL');
    first.process.kill('SIGKILL');
    await first.ended;
    const orphans = processesOf(name).map(({ pid }) => pid);
    expect(orphans.length).toBeGreaterThanOrEqual(8);

    const second = start(name);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('is in use by processes of an instance that was killed: ');
    for (const [label, program] of Object.entries(servers)) {
      const running = processesOf(name).filter(({ command }) => command.includes(program));
      expect(running).toHaveLength(1);
      expect(second.output()).toContain(`${label} (pid ${running[0]?.pid})`);
    }
    expect(second.output()).not.toContain('    at ');
    expect(readdirSync(join(root, name)).filter((file) => file.startsWith('lock'))).toEqual([]);

    const [, advised = ''] = /\(kill ([\d ]+)\)/.exec(second.output()) ?? [];
    for (const pid of advised.split(' ')) process.kill(Number(pid), 'SIGTERM');
    await until(() => expect(processesOf(name)).toEqual([]));
    await ready(start(name));
  },
);
