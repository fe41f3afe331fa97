import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { Webhook } from 'standardwebhooks';
import type { InstanceName } from '@svc/contracts';
import { mainOf } from '@svc/launcher';
import { freePort, freePorts, startGuard, until, type Guard } from '@svc/testing';
import { SmtpStand } from '@svc/users/testing/smtp-stand';
import { WebhookStand } from '@svc/users/testing/webhook-stand';
import { api, done, make, type Api } from '../support/http.ts';
import { createLink, transferTokenOf } from '../support/site-link.ts';
import { occurring, once, present, readDatabases, readStreams } from './secrets-in-dumps.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
/** The keys of an entry of the index without texts. */
const noTexts = { name_ends: [], texts: [], text_ends: [] };
const globalSearch = 'svc-posts/v2/posts/search/advanced_search';

/** A value that occurs nowhere by chance. */
const marked = (name: string) => `mark-${name}-${randomUUID()}`;

/** The secrets of the settings of this installation. */
const settings = {
  SMTP_URL: marked('smtp'),
  PUSH_WEBHOOK_URL: marked('push-address'),
  PUSH_WEBHOOK_SECRET: marked('push'),
  GEOCODING_TOKEN: marked('geocoding'),
  OIDC_CLIENT_SECRET: marked('oidc'),
  JWT_KEY_SECRET: marked('jwt-key'),
  SITE_LINK_SECRET: marked('site-link'),
  ADMIN_PASSWORD: marked('admin'),
};

const smtp = new SmtpStand();
const receiver = new WebhookStand();
let world: World;
let guard: Guard;
let first: TestUser;
let manager: Api;
let mona: TestUser;
let asMona: Api;
/** The secrets that users get, by name. */
let issued: Readonly<Record<string, string>>;
/** An account with a password alone, which is named in the data that the tests read. */
let person: TestUser;

beforeAll(async () => {
  await Promise.all([smtp.start(), receiver.start()]);
  guard = await startGuard();
  const closed = await freePort();
  world = await openWorld({
    isAlone: true,
    maxPauseMs: 500,
    env: {
      ...settings,
      LOG_LEVEL: 'trace',
      SMTP_URL: smtp.url.replace('//', `//sender:${settings.SMTP_URL}@`),
      PUSH_WEBHOOK_URL: `${receiver.url}/push?key=${settings.PUSH_WEBHOOK_URL}`,
      GEOCODING_PROVIDER: 'mapbox',
      GEOCODING_URL: `http://127.0.0.1:${closed}/`,
      OIDC_ISSUER: `http://127.0.0.1:${closed}`,
      OIDC_CLIENT_ID: 'records',
      ADMIN_USERNAME: 'first',
      ADMIN_EMAIL: 'first@example.test',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    },
  });
  manager = api(world, (await world.createUser({ role: 'administrator' })).token);
  mona = await world.createUser({ role: 'multiplier' });
  asMona = api(world, mona.token);
  first = await firstAdministrator();
  const device = { device_id: 'phone', token: 'token-of-phone' };
  await done(asMona.post('svc/v1/user/update', { json: { add_push_token: device } }));
  const preference = { preference_key: 'new_assigned_push_notifications' };
  await done(asMona.post('svc/v1/users/switch_preference', { json: preference }));
  issued = await issueSecrets();
  await world.settled();
});

afterAll(async () => {
  await world?.close();
  await guard?.close();
  await Promise.all([smtp.stop(), receiver.stop()]);
});

async function firstAdministrator(): Promise<TestUser> {
  const token = await world.login('first', settings.ADMIN_PASSWORD);
  const { ID: id } = await done(api(world, token).get<{ ID: number }>('svc/v1/user/my'));
  return { ...mona, id, username: 'first', password: settings.ADMIN_PASSWORD, token };
}

/** Has the services issue every kind of secret, under an idempotency key where they take one. */
async function issueSecrets(): Promise<Record<string, string>> {
  const word = uniqueWord().slice(0, 8);
  const username = `person-${word}`;
  const email = `${username}@example.test`;
  const password = marked('password');
  const newUser = { 'user-email': email, 'user-display': 'Person', 'user-username': username };
  const json = { ...newUser, 'user-password': password, 'user-user_role': 'multiplier' };
  const id = await done(manager.post<number>('svc/v1/users/create', once({ json })));
  person = { ...mona, id, username, email, password };

  const next = marked('new-password');
  const login = (more: object) =>
    done(api(world).post('jwt-auth/v1/token', { json: { username, password: person.password, ...more } }));
  const begun = await login({});
  const change = { json: { password: next, current_password: password } };
  await done(api(world, String(begun['token'])).post('svc/v1/users/change_password', once(change)));
  person = { ...person, password: next };
  const session = await login({ refresh: true });
  const refresh = { refresh_token: session['refresh_token'] };
  const renewed = await done(api(world).post('jwt-auth/v1/token/refresh', { json: refresh }));
  const by = api(world, String(renewed['token']));
  const key = once({ json: { name: 'Script', access: 'write' } });
  const { key: apiKey } = await done(by.post('svc/v1/keys', key));
  const { ticket } = await done(by.post('svc/v1/events/ticket', once({})));
  const { secret: totp } = await done(by.post('svc/v1/second-factor/totp', once({})));
  const confirm = once({ json: { code: new TOTP({ secret: String(totp) }).generate() } });
  const confirmed = await done(by.post('svc/v1/second-factor/totp/confirm', confirm));
  const recoveryCodes = confirmed['recovery_codes'] as string[];
  expect(recoveryCodes.length).toBeGreaterThan(0);

  const webhook = once({ json: { url: `${receiver.url}/hook`, events: ['record.created'] } });
  const { id: webhookId, secret } = await done(manager.post('svc/v1/webhooks', webhook));
  const rotated = await done(manager.post(`svc/v1/webhooks/${Number(webhookId)}/rotate`, once({})));
  const link = await createLink(world);
  return present({
    'a password': password,
    'a password that a user has set': next,
    'a JWT': renewed['token'],
    'a refresh token': renewed['refresh_token'],
    'a refresh token that was used': session['refresh_token'],
    'an API key': apiKey,
    'a ticket of an event stream': ticket,
    'the secret of a second factor': totp,
    ...Object.fromEntries(recoveryCodes.map((text, index) => [`recovery code ${index}`, text])),
    'the former secret of a webhook': secret,
    'the secret of a webhook': rotated['secret'],
    'the token of a link': link.token,
    'the bearer of a link': transferTokenOf(link),
    'a token to set a password': await resetToken(mona),
  });
}

/** The token in the mail that was sent last to a user. */
async function resetToken({ id, email }: TestUser): Promise<string> {
  const json = { userId: id };
  await done(manager.post('user-management/v1/send_pwd_reset_email', once({ json })));
  return until(() => {
    const raw = smtp.received.findLast(({ to }) => to.includes(email))?.raw.replaceAll('=\r\n', '');
    const [token] = raw?.match(/^[\w-]{43}(?=\r?$)/m) ?? [];
    if (token === undefined) throw new Error(`no token has come: ${raw}`);
    return token;
  });
}

describe('no secret is in', () => {
  test.each<[string, () => Promise<string>, () => string]>([
    ['a dump of MongoDB', () => readDatabases(world), () => person.username],
    ['a dump of JetStream', () => readStreams(world), () => `"id":${person.id}`],
  ])('%s', async (_what, read, known) => {
    const text = await read();
    expect(text).toContain(known());
    expect(occurring({ ...issued, ...settings }, text)).toEqual([]);
  });

  test('a dump of MongoDB in the form that this suite would find it in', async () => {
    const canary = marked('canary');
    const collection = world.databaseOf('users').collection('canaries');
    await collection.insertOne({ deep: [{ bytes: Buffer.from(canary) }] });
    expect(occurring({ canary }, await readDatabases(world))).toEqual(['canary']);
    await collection.drop();
  });
});

describe('with MEILI_KEY, a record that is not shared with a user is not shown to them by', () => {
  const word = uniqueWord();
  let hidden: number;
  const madeUp = 99_999_999;

  /** Requests the engine as the holder of its key does. @returns the hits of a search, and nothing of a write. */
  async function engine(path: string, body: object, method = 'POST'): Promise<number[]> {
    const { meiliUrl, meiliKey } = world.stack;
    const headers = { authorization: `Bearer ${meiliKey}`, 'content-type': 'application/json' };
    const request = (at: string, more: object) => fetch(`${meiliUrl}${at}`, { headers, ...more });
    const sent = await request(path, { method, body: JSON.stringify(body) });
    const answer = (await sent.json()) as { taskUid?: number; hits?: { id: number }[] };
    expect(sent.ok).toBe(true);
    if (answer.taskUid === undefined) return (answer.hits ?? []).map(({ id }) => id);
    await until(async () => {
      const task = await request(`/tasks/${answer.taskUid}`, {});
      expect(await task.json()).toMatchObject({ status: 'succeeded' });
    });
    return [];
  }

  const found = async (by: Api) => {
    const query = { query: word, post_type: 'all', offset: 0 };
    const { hits } = await done(by.get<{ hits: { posts: { ID: number }[] }[] }>(globalSearch, { query }));
    return hits.flatMap(({ posts }) => posts.map(({ ID }) => ID));
  };

  beforeAll(async () => {
    const json = { name: `Hidden ${word}`, type: 'access' };
    hidden = await make(manager, contacts, json);
    await done(manager.post(`${contacts}/${hidden}/comments`, { json: { comment: `Hidden ${word} too` } }));
    await world.settled();
    await until(async () => expect(await found(manager)).toEqual([hidden]));
    expect(await found(asMona)).toEqual([]);
  });

  test.each<[string, 'records' | 'comments', () => object, () => number]>([
    [
      'a changed entry of it',
      'records',
      () => ({ id: hidden, viewers: [mona.id], type: 'personal' }),
      () => hidden,
    ],
    [
      'an entry that was made up',
      'records',
      () => ({
        id: madeUp,
        post_type: 'contacts',
        version: 1,
        name: `Hidden ${word}`,
        name_folded: `hidden ${word}`,
        ...noTexts,
        viewers: [mona.id],
        type: 'personal',
        sources: [],
      }),
      () => madeUp,
    ],
    [
      'an entry of a comment that was made up',
      'comments',
      () => ({
        id: madeUp,
        record_id: hidden,
        post_type: 'contacts',
        version: 1,
        numbers: [],
        content: `Hidden ${word}`,
        text: `Hidden ${word}`,
        viewers: [mona.id],
        type: 'personal',
        sources: [],
      }),
      () => madeUp,
    ],
  ])('%s', async (_what, index, entry, id) => {
    await engine(`/indexes/svc_${index}/documents`, [entry()], 'PUT');
    const seen = await engine(`/indexes/svc_${index}/search`, { q: word, filter: `viewers = ${mona.id}` });
    expect(seen).toContain(id());
    expect(await found(asMona)).toEqual([]);
    expect(await found(manager)).toEqual([hidden]);
  });
});

test('ADMIN_PASSWORD opens nothing once the administrator has another password', async () => {
  const json = { password: marked('next'), current_password: settings.ADMIN_PASSWORD };
  await done(api(world, first.token).post('svc/v1/users/change_password', { json }));
  for (const service of world.services.filter((each) => each.service === 'users'))
    await world.replace(service);
  await expect(world.login('first', settings.ADMIN_PASSWORD)).rejects.toThrow('403');
  await world.login('first', json.password);
});

test('a delivery that was changed, or signed with another secret, is refused by the library of the standard', async () => {
  receiver.received.length = 0;
  await make(asMona, contacts, { name: 'Delivered' });
  const delivery = await until(() => {
    const sent = receiver.received.find(({ path }) => path === '/hook');
    if (!sent) throw new Error('no delivery has come');
    return sent;
  });
  const headers = delivery.headers as Record<string, string>;
  const verified = (secret: string, body: string) => () => new Webhook(secret).verify(body, headers);
  const secret = issued['the secret of a webhook'] as string;
  expect(verified(secret, delivery.body)).not.toThrow();
  expect(verified(secret, delivery.body.replace('Delivered', 'Forged'))).toThrow('No matching signature');
  const other = `whsec_${Buffer.alloc(24, 'another').toString('base64')}`;
  expect(verified(other, delivery.body)).toThrow('No matching signature');
});

describe('no log contains a secret when', () => {
  /** What the processes and the servers of the world have logged. */
  const logs = () => {
    const folder = join(world.dataDir, 'logs');
    return readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n');
  };
  const secrets = () => ({ ...issued, ...settings, MEILI_KEY: world.stack.meiliKey });

  const wrong = marked('wrong');
  const refusedLogins = async () => {
    const anyone = api(world);
    const json = { username: person.username, password: wrong };
    await anyone.post('jwt-auth/v1/token', { json });
    await anyone.post('jwt-auth/v1/token', { query: json });
    await anyone.post('jwt-auth/v1/token/refresh', { json: { refresh_token: wrong } });
    await anyone.post('jwt-auth/v1/token/oidc', { json: { code: wrong } });
    await api(world, wrong).get('svc/v1/user/my');
    await anyone.get('svc/v1/events', { query: { ticket: wrong } });
    await anyone.post('svc/v1/users/reset_password', { json: { token: wrong, password: wrong } });
  };

  /** The output of a service with other settings, once it contains this line. */
  async function outputOf(service: InstanceName, env: Record<string, string>, line: RegExp): Promise<string> {
    const { mongodbUrl, natsUrl, natsKeysDir = '', meiliUrl, meiliKey } = world.stack;
    const [opsPort, port] = await freePorts(2);
    const child = await guard.spawn({
      file: process.execPath,
      args: [mainOf(service)],
      env: {
        PATH: process.env['PATH'] ?? '',
        LOG_LEVEL: 'trace',
        ...(service === 'gateway' ? { GATEWAY_PORT: String(port) } : { MONGODB_URL: mongodbUrl }),
        ...(service === 'search' && { MEILI_URL: meiliUrl, MEILI_KEY: meiliKey }),
        NATS_URL: natsUrl,
        NATS_NKEY_FILE: join(natsKeysDir, `${service}.nk`),
        KEYRING_FILE: join(world.dataDir, 'keys', `${service}.json`),
        PUBLIC_URL: world.gatewayUrl,
        OPS_PORT: String(opsPort),
        ...env,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    try {
      await until(() => expect(line.test(output)).toBe(true));
    } finally {
      child.kill('SIGKILL');
    }
    return output;
  }

  const mark = marked('refused');
  const withCredentials = (address: string) => address.replace('//', `//sender:${mark}@`);

  test.each<[string, InstanceName, () => Record<string, string>, RegExp]>([
    [
      'MongoDB refuses the credentials',
      'users',
      () => ({ MONGODB_URL: withCredentials(world.stack.mongodbUrl) }),
      /MongoDB at .* is not usable/,
    ],
    [
      'NATS refuses the credentials',
      'gateway',
      () => ({ NATS_NKEY_FILE: '', NATS_USER: 'sender', NATS_PASSWORD: mark }),
      /NATS/,
    ],
    ['Meilisearch refuses the key', 'search', () => ({ MEILI_KEY: mark }), /API key is invalid|MEILI_KEY/],
    [
      'the secrets of users were replaced',
      'users',
      () => ({ JWT_KEY_SECRET: mark, SITE_LINK_SECRET: mark }),
      /site links cannot be decrypted: SITE_LINK_SECRET has changed/,
    ],
    [
      'settings of users are not valid',
      'users',
      () => ({
        SMTP_URL: `ftp://sender:${mark}@host`,
        PUSH_WEBHOOK_URL: `ftp://host/${mark}`,
        OIDC_CLIENT_SECRET: mark,
        OIDC_ISSUER: 'ftp://issuer.test',
        JWT_KEY_SECRET: mark.slice(0, 15),
      }),
      /SMTP_URL/,
    ],
    [
      'settings of records are not valid',
      'records',
      () => ({ GEOCODING_PROVIDER: 'nominatim', GEOCODING_TOKEN: mark, GEOCODING_URL: `ftp://${mark}` }),
      /GEOCODING_URL/,
    ],
  ])('%s', async (_when, service, env, line) => {
    expect(occurring({ mark }, await outputOf(service, env(), line))).toEqual([]);
  });

  // The last of these ends Meilisearch.
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'the SMTP server refuses',
      async () => {
        smtp.refusal = { status: 451, words: 'Not now' };
        await done(manager.post('user-management/v1/send_pwd_reset_email', { json: { userId: person.id } }));
      },
      /"route":"mails?".*delivery failed; will retry/,
    ],
    [
      'the webhooks end the connection',
      async () => {
        receiver.answer = 'cut';
        const id = await make(manager, contacts, { name: 'Pushed', type: 'access' });
        const json = { assigned_to: `user-${mona.id}` };
        await done(manager.post(`${contacts}/${id}`, { json }));
      },
      /"route":"push(es)?".*delivery failed; will retry/,
    ],
    [
      'the geocoding service does not answer',
      () =>
        make(asMona, contacts, {
          name: 'Located',
          contact_address: [{ value: '1 Long Road', geolocate: true }],
        }),
      /failed to locate an address/,
    ],
    [
      'the OpenID provider does not answer',
      () => fetch(`${world.gatewayUrl}/auth/oidc/start`, { redirect: 'manual' }),
      /auth\/oidc\/start/,
    ],
    ['credentials are wrong', refusedLogins, /"outcome":"invalid_key"/],
    [
      'Meilisearch does not answer',
      async () => {
        await world.stack.servers.find(({ name }) => name === 'meilisearch')?.stop();
        await asMona.get(globalSearch, { query: { query: 'nobody', post_type: 'all', offset: 0 } });
      },
      /searched without the search engine/,
    ],
  ])('%s', async (_when, fail, line) => {
    await fail();
    await until(() => expect(line.test(logs())).toBe(true));
    expect(occurring({ ...secrets(), wrong }, logs())).toEqual([]);
  });
});
