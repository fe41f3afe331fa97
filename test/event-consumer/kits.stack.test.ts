import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { headers } from 'nats';
import { eventPublishers, eventSubject } from '@svc/contracts';
import { listening, temporaryDirectory, until } from '@svc/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Api } from '../support/http.ts';
import { installPackage } from '../support/install-package.ts';
import { openWorld, type World } from '../support/world.ts';

const page = readFileSync(new URL('../../docs/reference/consuming-events.md', import.meta.url), 'utf8');
const example = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ?? '';

/** A program that prints each event as JSON, and first fails as often as its environment says. */
const programs = {
  js: `import { consumeEvents, fileLedger } from '@svc/event-consumer';
const { NATS_URL, CONSUMER, NKEY_FILE, API } = process.env;
let failures = Number(process.env.FAILURES);
await consumeEvents(
  { servers: NATS_URL, consumer: CONSUMER, nkeyFile: NKEY_FILE, api: API, ledger: fileLedger('handled.jsonl') },
  async (event) => {
    if (failures-- > 0) throw new Error('not now');
    console.log(JSON.stringify(event));
  },
);
`,
  python: `import json, os
from records_events import Ledger, consume
failures = int(os.environ["FAILURES"])
def handle(event):
    global failures
    failures -= 1
    if failures >= 0:
        raise RuntimeError("not now")
    print(json.dumps(event), flush=True)
consume(handle, url=os.environ["NATS_URL"], consumer=os.environ["CONSUMER"], nkey_file=os.environ["NKEY_FILE"],
        api=os.environ["API"], ledger=Ledger("handled.jsonl"))
`,
};

/** Python with the one package of the module. */
const python = ['python3', '/usr/bin/python3'].find((program) => {
  try {
    execFileSync(program, ['-c', 'import cryptography'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});
if (python === undefined) console.warn('Skipped: no Python with the package cryptography on this machine.');

const kits = [
  { language: 'js', file: 'consume.mjs', program: process.execPath },
  ...(python === undefined ? [] : [{ language: 'python', file: 'consume.py', program: python }]),
] as const;

type Kit = (typeof kits)[number];

let world: World;
let client: Api;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  world = await openWorld({ instances: { search: 0 } });
  client = api(world, (await world.createUser({ role: 'dispatcher' })).token);
});

afterEach(async () => {
  for (const child of running) await end(child);
});

afterAll(() => world?.close());

async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

/** An empty folder with the key of a new consumer, and the kit as its users install it. */
async function folderOf(kit: Kit, name: string, events: readonly string[]): Promise<string> {
  const folder = temporaryDirectory();
  await runAdmin(world, 'consumer', 'create', name, '--events', ...events, '--deliver', 'new');
  copyFileSync(join(world.dataDir, 'keys/consumers', `${name}.nk`), join(folder, `${name}.nk`));
  const installed = installPackage(folder, 'event-consumer', ['nats', 'nkeys.js', 'tweetnacl']);
  if (kit.language === 'python')
    copyFileSync(join(installed, 'python/records_events.py'), join(folder, 'records_events.py'));
  return folder;
}

/** Starts a program in the folder; `out` and `err` get its lines. */
function start(
  kit: Kit,
  folder: string,
  name: string,
  code: string,
  { failures = 0, natsUrl = world.stack.natsUrl } = {},
) {
  writeFileSync(join(folder, kit.file), code);
  const env = {
    PATH: process.env['PATH'],
    NATS_URL: natsUrl,
    CONSUMER: name,
    NKEY_FILE: `${name}.nk`,
    API: world.gatewayUrl,
    FAILURES: String(failures),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const child = spawn(kit.program, [kit.file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const out: string[] = [];
  const err: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => out.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => err.push(line));
  return { child, out, err, events: () => out.map((line) => JSON.parse(line) as ConsumedEvent) };
}

interface ConsumedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: { readonly record?: { readonly version: number } };
}

async function createContact(name: string): Promise<string> {
  const { body } = await client.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name } });
  return `contacts/${body.ID}`;
}

const rename = (subject: string, nickname: string) =>
  client.post(`svc-posts/v2/${subject}`, { json: { nickname } });

test.each(kits)('the example of the page in $language prints the events of its consumer', async (kit) => {
  const name = `example-${kit.language}`;
  const folder = await folderOf(kit, name, ['record.contacts.created']);
  const { out, err } = start(kit, folder, name, example(kit.language));
  const subjects = [await createContact('One'), await createContact('Two'), await createContact('Three')];
  await until(() => {
    expect(err).toEqual([]);
    expect(out).toEqual(subjects.map((subject) => `svc.record.created ${subject}`));
  });
});

test.each(kits)('the kit in $language delivers an event again whose handler failed', async (kit) => {
  const name = `failing-${kit.language}`;
  const folder = await folderOf(kit, name, ['record.*.created']);
  const { err, events } = start(kit, folder, name, programs[kit.language as keyof typeof programs], {
    failures: 2,
  });
  const subject = await createContact('Later');
  await until(() => expect(events().map((event) => event.subject)).toEqual([subject]));
  expect(err.filter((line) => line.startsWith('failed: ') && line.includes('not now'))).toHaveLength(2);
});

test.each(kits)('the kit in $language handles no change twice, whenever it is killed', async (kit) => {
  const name = `killed-${kit.language}`;
  const folder = await folderOf(kit, name, ['record.contacts.*']);
  const code = programs[kit.language as keyof typeof programs];
  const subject = await createContact('Versions');
  const versions: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    const { child, events } = start(kit, folder, name, code);
    for (const letter of 'abcd') await rename(subject, `${round}${letter}`);
    const wanted = 1 + 4 * round;
    await until(() => expect(versions.length + events().length).toBeGreaterThanOrEqual(wanted));
    await end(child);
    versions.push(...events().map(({ data }) => data.record?.version ?? 0));
  }
  expect(versions).toEqual(Array.from({ length: 13 }, (_, at) => at + 1));
});

test.each(kits)('the kit in $language goes on after its connection is cut', async (kit) => {
  const name = `cut-${kit.language}`;
  const folder = await folderOf(kit, name, ['record.contacts.created']);
  const { port: natsPort } = new URL(world.stack.natsUrl);
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    sockets.add(socket);
    const server = connect(Number(natsPort), '127.0.0.1');
    socket.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(server).pipe(socket);
  });
  const natsUrl = `nats://127.0.0.1:${await listening(proxy)}`;
  const { events } = start(kit, folder, name, programs[kit.language as keyof typeof programs], { natsUrl });
  const subjects: string[] = [];
  for (const title of ['Before', 'Between', 'After']) {
    subjects.push(await createContact(title));
    await until(() => expect(events().map((event) => event.subject)).toEqual(subjects));
    for (const socket of sockets) socket.destroy();
  }
  proxy.close();
});

test.each(kits)('the kit in $language refuses events that their publisher did not sign', async (kit) => {
  const name = `forged-${kit.language}`;
  const folder = await folderOf(kit, name, ['record.contacts.*', 'comment.contacts.*']);
  const code = programs[kit.language as keyof typeof programs];
  const reader = start(kit, folder, name, code);
  const subject = await createContact('Real');
  await until(() => expect(reader.events()).toHaveLength(1));
  const [real] = reader.events();
  const message = await storedMessage(real?.id ?? '');
  const forge = async (change: { body?: string; signature?: string; entity?: string }) => {
    const own = headers();
    own.set('Nats-Msg-Id', `${real?.id}${change.entity ?? ''}${change.body ?? ''}x`);
    own.set('Svc-Signature', change.signature ?? message.signature);
    const to = eventSubject(change.entity ?? 'record', 'contacts', 'created');
    await world.bus.jetstream().publish(to, change.body ?? message.body, { headers: own });
  };
  await forge({ body: message.body.replace('Real', 'Fake') });
  await forge({ signature: '' });
  await forge({ entity: 'comment' });
  const last = await createContact('After');
  await until(() => expect(reader.events().at(-1)?.subject).toBe(last));
  expect(reader.events().map((event) => event.subject)).toEqual([subject, last]);
  expect(reader.err.map((line) => line.split(':')[0])).toEqual(['not_signed', 'not_signed', 'not_signed']);
});

async function storedMessage(id: string): Promise<{ body: string; signature: string }> {
  const manager = await world.bus.jetstreamManager();
  const { state } = await manager.streams.info('SVC_EVENTS');
  for (let seq = state.last_seq; seq >= state.first_seq; seq -= 1) {
    const stored = await manager.streams.getMessage('SVC_EVENTS', { seq });
    if (stored.header.get('Nats-Msg-Id') === id)
      return { body: stored.string(), signature: stored.header.get('Svc-Signature') };
  }
  throw new Error(`The stream has no event ${id}.`);
}

test('a consumer that does not exist ends the program with the reason', async () => {
  for (const kit of kits) {
    const folder = await folderOf(kit, `gone-${kit.language}`, ['record.*.*']);
    const manager = await world.bus.jetstreamManager();
    await manager.consumers.delete('SVC_EVENTS', `gone-${kit.language}`);
    const { child, err } = start(kit, folder, `gone-${kit.language}`, example(kit.language));
    await until(() => expect(child.exitCode).toBe(1));
    expect(err.join('\n')).toMatch(/consumer/i);
  }
});

test('each event of the stream matches the schema that the gateway serves', async () => {
  const subject = await createContact('Schema');
  await client.post(`svc-posts/v2/${subject}/comments`, { json: { comment: 'Hello' } });
  await rename(subject, 'S');
  await client.delete(`svc-posts/v2/${subject}`);
  const fetched = await fetch(`${world.gatewayUrl}/schemas/`);
  const { schemas } = (await fetched.json()) as { schemas: { type: string; path: string }[] };
  const ajv = new Ajv2020({ strict: false });
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();
  for (const { type, path } of schemas) {
    const response = await fetch(`${world.gatewayUrl}${path}`);
    expect(response.status).toBe(200);
    validators.set(type, ajv.compile((await response.json()) as object));
  }
  const seen = new Set<string>();
  const manager = await world.bus.jetstreamManager();
  await until(async () => {
    const { state } = await manager.streams.info('SVC_EVENTS');
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const stored = await manager.streams.getMessage('SVC_EVENTS', { seq });
      if (stored.header.get('Svc-Signature') === '' || stored.string().includes('Fake')) continue;
      const event = stored.json<ConsumedEvent>();
      if (!stored.subject.endsWith(event.type.split('.').at(-1) ?? '')) continue;
      const validate = validators.get(event.type);
      expect(validate?.(event) ? [] : (validate?.errors ?? event.type)).toEqual([]);
      seen.add(event.type);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'svc.record.created',
        'svc.record.deleted',
        'svc.comment.created',
        'svc.user.created',
      ]),
    );
  });
});

test('the kits know the publisher of each entity as the contracts have it', () => {
  const sources = ['src/signatures.ts', 'python/records_events.py'];
  for (const source of sources) {
    const text = readFileSync(new URL(`../../libs/event-consumer/${source}`, import.meta.url), 'utf8');
    const pairs = [...text.matchAll(/^ +"?(\w+)"?: ['"](records|comments|users)['"],$/gm)];
    expect(Object.fromEntries(pairs.map(([, entity, service]) => [entity, service]))).toEqual(
      eventPublishers,
    );
  }
});
