import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listening, temporaryDirectory, until } from '@svc/testing';
import { isPossible } from '../security/secured-servers.ts';
import { api, done, make, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const webhooks = 'svc/v1/webhooks';

interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

interface Created {
  readonly id: number;
  readonly secret: string;
}

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly state: string;
  readonly attempts: { status: number | null; error: string | null; ms: number }[];
}

let world: World;
let manager: Api;
let mona: TestUser;
let asMona: Api;
let receiver: Server;
const received: Received[] = [];
/** The statuses that the receiver answers next, and afterwards 204. */
const answers: number[] = [];
/** Answers of the path `/slow`, which a test sends. */
const heldAnswers: (() => void)[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headers = request.headers as Record<string, string>;
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') });
      if (request.url === '/slow') return void heldAnswers.push(() => response.writeHead(204).end());
      const status = answers.shift() ?? 204;
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  await listening(receiver);
  world = await worldInCommon('configured');
  manager = api(world, (await world.createUser({ role: 'administrator' })).token);
  mona = await world.createUser({ role: 'multiplier' });
  asMona = api(world, mona.token);
});

afterAll(() => void receiver?.close());

beforeEach(() => {
  received.length = 0;
  answers.length = 0;
});

const address = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${path}`;

async function create(path: string, more: object = {}): Promise<Created> {
  const json = { url: address(path), events: ['record.created', 'record.updated'], ...more };
  return (await done(manager.post(webhooks, { json }))) as unknown as Created;
}

const at = (path: string) => received.filter((each) => each.path === `/${path}`);

const contentOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; data: Record<string, unknown> & { changes: Record<string, unknown> } };

const deliveriesOf = async ({ id }: Created) => done(manager.get<Delivery[]>(`${webhooks}/${id}/deliveries`));

test('a delivery has the old and new values, and a signature that the library of the standard accepts', async () => {
  const webhook = await create('signed');
  expect(webhook.secret).toMatch(/^whsec_/);
  const id = await make(asMona, contacts, { name: 'Delivered', overall_status: 'active' });
  await done(asMona.post(`${contacts}/${id}`, { json: { overall_status: 'paused' } }));
  await until(() => expect(at('signed')).toHaveLength(2));
  const [created, updated] = at('signed') as [Received, Received];
  expect(contentOf(created)).toMatchObject({ type: 'record.created', data: { record_id: id, version: 1 } });
  expect(contentOf(updated)).toMatchObject({
    type: 'record.updated',
    data: { record_id: id, changes: { overall_status: { before: 'active', after: 'paused' } } },
  });
  expect(new Webhook(webhook.secret).verify(updated.body, updated.headers)).toMatchObject({
    type: 'record.updated',
  });
  const log = await until(async () => {
    const all = await deliveriesOf(webhook);
    expect(all.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    return all;
  });
  expect(log[0]?.attempts).toMatchObject([{ status: 204, error: null, ms: expect.any(Number) }]);
  await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test('after a rotation both secrets are valid', async () => {
  const webhook = await create('rotated');
  const next = (await done(manager.post(`${webhooks}/${webhook.id}/rotate`))) as unknown as Created;
  expect(next.secret).not.toBe(webhook.secret);
  await done(manager.post(`${webhooks}/${webhook.id}/test`));
  await until(() => expect(at('rotated')).toHaveLength(1));
  const [sent] = at('rotated') as [Received];
  for (const secret of [webhook.secret, next.secret])
    expect(new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({ type: 'webhook.test' });
  await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test('deliveries that are sent while a secret is replaced have a valid signature', async () => {
  const webhook = await create('replaced');
  const secrets = [webhook.secret];
  const count = 12;
  const writes = Array.from({ length: count }, (_, index) => make(asMona, contacts, { name: `R ${index}` }));
  const rotated = (await done(manager.post(`${webhooks}/${webhook.id}/rotate`))) as unknown as Created;
  secrets.push(rotated.secret);
  await Promise.all(writes);
  await until(() => expect(at('replaced')).toHaveLength(count));
  const isValid = (secret: string, { body, headers }: Received) => {
    try {
      return new Webhook(secret).verify(body, headers) !== undefined;
    } catch {
      return false;
    }
  };
  const known = at('replaced').map((sent) => secrets.some((secret) => isValid(secret, sent)));
  expect(known).toEqual(known.map(() => true));
  // Receivers replace the secret at any time in the day after: the former one stays valid.
  expect(isValid(webhook.secret, at('replaced').at(-1) as Received)).toBe(true);
  await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test('a receiver that does not answer does not delay the others', async () => {
  const slow = await create('slow');
  for (let index = 0; index < 10; index += 1) await make(asMona, contacts, { name: `Slow ${index}` });
  await until(() => expect(heldAnswers.length).toBeGreaterThan(0));
  const quick = await create('quick');
  const id = await make(asMona, contacts, { name: 'Quick' });
  // Events of before that were not yet handled may come, too.
  await until(() => expect(at('quick').map((sent) => contentOf(sent).data['record_id'])).toContain(id));
  expect((await deliveriesOf(slow)).filter(({ state }) => state === 'delivered')).toEqual([]);
  await until(async () => {
    for (const answer of heldAnswers.splice(0)) answer();
    const open = (await deliveriesOf(slow)).filter(({ state }) => state !== 'delivered');
    expect(open).toEqual([]);
  });
  for (const webhook of [slow, quick]) await done(manager.delete(`${webhooks}/${webhook.id}`));
});

if (!isPossible)
  process.stderr.write('A receiver with a false certificate is not tried: openssl or NATS is missing.\n');
(isPossible ? test : test.skip)('nothing is sent to a receiver with a false certificate', async () => {
  const dir = temporaryDirectory();
  const line = 'req -x509 -nodes -newkey rsa:2048 -subj /CN=127.0.0.1 -days 2 -keyout key.pem -out cert.pem';
  execFileSync('openssl', line.split(' '), { cwd: dir, stdio: 'pipe' });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(dir, name)));
  let requests = 0;
  const impostor = createTlsServer({ key, cert }, (_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const url = `https://127.0.0.1:${await listening(impostor)}/`;
  const webhook = await create('', { url });
  await done(manager.post(`${webhooks}/${webhook.id}/test`));
  await until(async () => {
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery).toMatchObject({ state: 'waiting', attempts: [{ status: null }] });
    expect(delivery?.attempts[0]?.error).toMatch(/CERT/);
  });
  expect(requests).toBe(0);
  await done(manager.delete(`${webhooks}/${webhook.id}`));
  impostor.close();
});

test('a failed delivery is repeated with the same id, and later ones about the record wait for it', async () => {
  const webhook = await create('failing');
  answers.push(500, 302);
  const id = await make(asMona, contacts, { name: 'First' });
  await done(asMona.post(`${contacts}/${id}`, { json: { name: 'Second' } }));
  await until(() => expect(at('failing')).toHaveLength(4));
  const events = at('failing').map((each) => contentOf(each).type);
  expect(events).toEqual(['record.created', 'record.created', 'record.created', 'record.updated']);
  expect(
    new Set(
      at('failing')
        .slice(0, 3)
        .map(({ headers }) => headers['webhook-id']),
    ).size,
  ).toBe(1);
  expect(at('elsewhere')).toEqual([]);
  await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test('a receiver that is gone pauses the webhook, and its owner gets a mail', async () => {
  const webhook = await create('gone');
  answers.push(410);
  await make(asMona, contacts, { name: 'Gone' });
  await until(async () =>
    expect((await done(manager.get<unknown[]>(webhooks))).at(-1)).toMatchObject({
      id: webhook.id,
      state: 'paused',
      reason: expect.stringContaining('410'),
    }),
  );
  const mails = world.databaseOf('users').collection('mails');
  await until(async () => expect(await mails.countDocuments({ 'message.text': /\/gone/ })).toBe(1));
  const [failed] = await deliveriesOf(webhook);
  await done(manager.post(`${webhooks}/${webhook.id}`, { json: { state: 'active' } }));
  await done(manager.post(`${webhooks}/${webhook.id}/deliveries/${failed?.id}/redeliver`));
  await until(() => expect(at('gone')).toHaveLength(2));
  await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test('a webhook receives what its user may see and its filter matches', async () => {
  const mine = await create('mine', { as_user: mona.id, post_types: ['contacts'], body: 'record' });
  const paused = await create('paused', { post_types: ['contacts'], filter: { overall_status: ['paused'] } });
  const fields = await create('fields', { events: ['record.updated'], fields: ['nickname'], body: 'ids' });
  const carl = api(world, (await world.createUser({ role: 'multiplier' })).token);
  await make(carl, contacts, { name: 'Unseen' });
  const id = await make(asMona, contacts, { name: 'Seen', overall_status: 'active' });
  await done(asMona.post(`${contacts}/${id}`, { json: { overall_status: 'paused' } }));
  await until(() => expect(at('paused').length).toBeGreaterThan(0));
  await done(asMona.post(`${contacts}/${id}`, { json: { nickname: 'N' } }));
  await until(() => expect(at('fields')).toHaveLength(1));
  await until(() => expect(at('mine')).toHaveLength(3));
  for (const sent of at('mine'))
    expect(contentOf(sent).data).toMatchObject({ record_id: id, record: { name: 'Seen' } });
  for (const sent of at('paused')) expect(contentOf(sent).data['record_id']).toBe(id);
  const [only] = at('fields') as [Received];
  expect(contentOf(only).data).toMatchObject({ record_id: id, changed: ['nickname'] });
  expect(contentOf(only).data).not.toHaveProperty('changes');
  for (const webhook of [mine, paused, fields]) await done(manager.delete(`${webhooks}/${webhook.id}`));
});

test.each([
  [{ url: 'http://169.254.169.254/latest' }, 400, 'url'],
  [{ url: 'ftp://example.org' }, 400, 'url'],
  [{ url: 'https://no-such-host.invalid/' }, 400, 'url'],
  [{ events: ['record.exploded'] }, 400, 'events'],
  [{ fields: ['no_such_field'] }, 400, 'fields'],
  [{ filter: { overall_status: ['paused'] } }, 400, 'post_types'],
  [{ post_types: ['contacts'], filter: { no_such_field: 1 } }, 400, 'no_such_field'],
  [{ as_user: 99_999_999 }, 400, 'as_user'],
])('%j is refused with %i and names %s', async (more, status, named) => {
  const json = { url: address('refused'), events: ['record.created'], ...more };
  const answer = await manager.post(webhooks, { json });
  expect(answer).toMatchObject({ status, text: expect.stringContaining(named) });
  expect(await done(manager.get<unknown[]>(webhooks))).toEqual([]);
});

test('a filter that a list refuses is refused in the same words', async () => {
  const listed = await manager.get('svc-posts/v2/contacts', { query: 'post_date[start]=never' });
  const filter = { post_date: { start: 'never' } };
  const json = { url: address('refused'), events: ['record.created'], post_types: ['contacts'], filter };
  const refused = await manager.post(webhooks, { json });
  expect(listed.status).toBe(400);
  expect(refused).toMatchObject({ status: 400, body: listed.body });
});

test('users without manage_dt may not use webhooks', async () => {
  for (const method of ['GET', 'POST'])
    expect(
      await asMona.request(method, webhooks, {
        ...(method === 'POST' && { json: { url: address('x'), events: ['record.created'] } }),
      }),
    ).toMatchObject({ status: 403, body: { code: 'webhook_forbidden' } });
});
