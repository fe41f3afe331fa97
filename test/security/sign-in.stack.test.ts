import { hash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UnsecuredJWT, decodeJwt, SignJWT } from 'jose';
import { usersDisable, usersAdminList } from '@svc/contracts';
import { api } from '../support/http.ts';
import { clientId, clientSecret, newKey, OpenIdProvider, TestBrowser } from '../support/openid-provider.ts';
import { openWorld, type World } from '../support/world.ts';

const publicUrl = 'https://records.example.org';
const callbackUrl = `${publicUrl}/auth/oidc/callback`;
const app = 'https://app.example.org/records';

let world: World;
const provider = new OpenIdProvider();
let accounts = 0;

beforeAll(async () => {
  await provider.start(callbackUrl, app);
  world = await openWorld({
    env: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_RETURN_TO: app,
      OIDC_MATCH_EMAIL: 'true',
      OIDC_ROLES: 'staff=multiplier,desk=dispatcher',
      OIDC_PASSWORD_LOGIN: 'false',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      LOGIN_ATTEMPTS_PER_ADDRESS: '1000',
    },
  });
});

afterAll(async () => {
  await world?.close();
  await provider.stop();
});

beforeEach(() => {
  newAccount();
});

afterEach(() => provider.reset());

/** Makes an account, which logs in next. */
function newAccount(more: object = {}): string {
  const id = `person-${(accounts += 1)}-${Date.now()}`;
  const email = `${id}@example.org`;
  provider.accounts.set(id, {
    email,
    email_verified: true,
    name: `Person ${accounts}`,
    groups: ['staff'],
    ...more,
  });
  provider.account = id;
  return id;
}

const newBrowser = () => new TestBrowser(publicUrl, world.gatewayUrl);
const startUrl = (query: Record<string, string> = {}) =>
  `${publicUrl}/auth/oidc/start?${new URLSearchParams(query).toString()}`;
const isCallback = (url: string) => url.startsWith(callbackUrl);

/** The address with which the provider sends the browser back. */
const toCallback = (browser: TestBrowser, query = {}) => browser.follow(startUrl(query), isCallback);

/** The code with which the front end gets its tokens. */
async function codeOf(browser = newBrowser(), query = {}): Promise<string> {
  const target = new URL(await browser.follow(startUrl(query), (url) => url.startsWith(app)));
  return String(new URLSearchParams(target.hash.slice(1)).get('login_code'));
}

interface Tokens {
  readonly token: string;
  readonly user_email: string;
  readonly refresh_token?: string;
  readonly code?: string;
}

const redeem = (code: string, more: object = {}) =>
  api(world).post<Tokens>('jwt-auth/v1/token/oidc', { json: { code, ...more } });
const whoAmI = async (token: string) =>
  (await api(world, token).get<{ ID: number }>('svc/v1/user/my')).body.ID;

async function logIn(): Promise<Tokens & { readonly id: number }> {
  const { status, body } = await redeem(await codeOf());
  expect(status).toBe(200);
  return { ...body, id: await whoAmI(body.token) };
}

/** What the answer to a visit is: its status and the code of its error. */
async function answerTo(browser: TestBrowser, url: string): Promise<string> {
  const response = await browser.visit(url, { accept: 'application/json' });
  const { code } = (await response.json().catch(() => ({}))) as { code?: string };
  return `${response.status} ${code ?? response.headers.get('location')}`;
}

const usersNow = async () => (await world.ask(usersAdminList, {})).users;
const refusedAs = '401 sign_in_failed';

describe('a user of the provider', () => {
  test('is created with the role of a claim, and found again by the subject', async () => {
    const first = await logIn();
    const created = (await usersNow()).find(({ id }) => id === first.id);
    expect(created).toMatchObject({ email: first.user_email, roles: ['multiplier'], disabled: false });
    // The address may change, and belong to somebody else: the subject decides.
    provider.accounts.set(String(provider.account), { email: 'other@example.org', email_verified: true });
    expect((await logIn()).id).toBe(first.id);
  });

  test('gets a refresh token on demand', async () => {
    const { body } = await redeem(await codeOf(), { refresh: true });
    expect(body).toMatchObject({ refresh_token: expect.stringMatching(/^rvr_/) });
  });

  test('without a role of a claim is refused, and not created', async () => {
    const before = (await usersNow()).length;
    newAccount({ groups: ['visitors'] });
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
    expect(await usersNow()).toHaveLength(before);
  });

  test('is not created with an e-mail address that the provider has not verified', async () => {
    const before = (await usersNow()).length;
    for (const email_verified of [false, undefined, 'true']) {
      newAccount({ email_verified });
      const browser = newBrowser();
      expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
    }
    expect(await usersNow()).toHaveLength(before);
  });

  test('is linked with the user of a verified e-mail address, who then has no password login', async () => {
    const user = await world.createUser({ role: 'multiplier' });
    newAccount({ email: user.email });
    expect((await logIn()).id).toBe(user.id);
    const login = (password: string) =>
      api(world).post<{ code: string }>('jwt-auth/v1/token', { json: { username: user.username, password } });
    expect((await login(user.password)).body).toMatchObject({ code: 'password_login_off' });
    expect((await login('wrong')).body).toMatchObject({ code: 'jwt_auth_failed' });
    // Another account with this address is not that user.
    newAccount({ email: user.email });
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
  });

  test('is not linked by an address that is not verified', async () => {
    const user = await world.createUser({ role: 'administrator' });
    for (const email_verified of [false, undefined, 'true']) {
      newAccount({ email: user.email, email_verified });
      const browser = newBrowser();
      expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
    }
    expect(await world.login(user.username, user.password)).toMatch(/\./);
  });

  test('who is disabled is refused', async () => {
    const { id } = await logIn();
    const { username } = (await usersNow()).find((user) => user.id === id) ?? { username: '' };
    await world.ask(usersDisable, { username, disabled: true });
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
  });

  test('who is deleted is unknown, and their subject signs nobody in as the removed user', async () => {
    const subject = newAccount({ email: `leaver-${Date.now()}@example.org` });
    const { id } = await logIn();
    const unused = await codeOf();
    const administrator = await world.createUser({ role: 'administrator' });
    const by = api(world, administrator.token);
    expect((await by.delete('user-management/v1/user', { query: { user: id } })).status).toBe(200);
    expect((await redeem(unused)).status).toBe(401);
    await world.settled();
    const database = world.databaseOf('users');
    for (const { name } of await database.listCollections().toArray()) {
      const documents = JSON.stringify(await database.collection(name).find().toArray());
      expect([name, documents.includes(subject)]).toEqual([name, false]);
    }
    expect(await database.collection('provider_identities').countDocuments({ userId: id })).toBe(0);
    // With the address that the removed user has, and with another one: as somebody else.
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe('403 sign_in_refused');
    provider.accounts.set(subject, {
      email: `other-${subject}@example.org`,
      email_verified: true,
      groups: ['staff'],
    });
    expect((await logIn()).id).not.toBe(id);
  });

  test('who refuses at the provider is not logged in', async () => {
    provider.account = undefined;
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe(refusedAs);
  });

  test('two first logins at once create one user', async () => {
    const urls = await Promise.all([newBrowser(), newBrowser()].map((browser) => codeOf(browser)));
    const ids = await Promise.all(urls.map(async (code) => whoAmI((await redeem(code)).body.token)));
    expect(new Set(ids).size).toBe(1);
  });
});

describe('an ID token is refused', () => {
  const hour = 3_600;
  const now = () => Math.floor(Date.now() / 1_000);
  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _nonce, ...claims }) => claims],
    ['for another client', (claims) => ({ ...claims, aud: 'another-client' })],
    [
      'for several clients, none of them the authorized party',
      (claims) => ({ ...claims, aud: [clientId, 'other'], azp: 'other' }),
    ],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['that has expired', (claims) => ({ ...claims, iat: now() - 2 * hour, exp: now() - hour })],
    ['without an end', ({ exp: _exp, ...claims }) => claims],
    ['without a subject', ({ sub: _sub, ...claims }) => claims],
    ['of another subject than the UserInfo', (claims) => ({ ...claims, sub: 'somebody-else' })],
  ])('%s', async (_what, change) => {
    provider.changeClaims = change;
    const before = (await usersNow()).length;
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe(refusedAs);
    expect(await usersNow()).toHaveLength(before);
  });

  test.each<[string, (token: string) => Promise<string>]>([
    ['that is not signed', async (token) => new UnsecuredJWT(decodeJwt(token)).encode()],
    [
      'that is signed with the secret of the client',
      (token) =>
        new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret)),
    ],
    ['whose signature was cut off', async (token) => token.replace(/\.[^.]*$/, '.')],
    ['that is no token', async () => 'x'],
  ])('%s', async (_what, replace) => {
    provider.replaceToken = replace;
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe(refusedAs);
  });

  test('that is signed with a key that the provider does not publish', async () => {
    provider.signingKey = await newKey('first');
    const browser = newBrowser();
    expect(await answerTo(browser, await toCallback(browser))).toBe(refusedAs);
  });
});

test('a new key of the provider counts at once, and one that it has withdrawn no longer', async () => {
  await logIn();
  const next = await newKey('second');
  provider.signingKey = next;
  provider.publishedKeys = [next];
  await logIn();
  provider.signingKey = await newKey('withdrawn');
  const browser = newBrowser();
  expect(await answerTo(browser, await toCallback(browser))).toBe(refusedAs);
});

describe('the answer of the provider is refused', () => {
  const changed = (url: string, name: string, value: string | undefined) => {
    const next = new URL(url);
    if (value === undefined) next.searchParams.delete(name);
    else next.searchParams.set(name, value);
    return next.href;
  };

  test.each([
    ['another state', 'state', 'another'],
    ['no state', 'state', undefined],
    ['the issuer of another provider', 'iss', 'https://evil.example'],
    ['no issuer', 'iss', undefined],
    ['another code', 'code', 'another'],
    ['no code', 'code', undefined],
  ])('with %s', async (_what, name, value) => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    expect(await answerTo(browser, changed(url, name, value))).toBe(refusedAs);
  });

  test('in another browser: nobody signs others in as themselves', async () => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    expect(await answerTo(newBrowser(), url)).toBe(refusedAs);
    const other = newBrowser();
    await other.visit(startUrl());
    expect(await answerTo(other, url)).toBe(refusedAs);
    // The login itself still succeeds.
    expect(await answerTo(browser, url)).toMatch(/^302 https:\/\/app\.example\.org\/records#login_code=/);
  });

  test('when it is sent again', async () => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    expect(await answerTo(browser, url)).toMatch(/^302 /);
    expect(await answerTo(browser, url)).toBe(refusedAs);
  });
});

describe('the code of a login', () => {
  test('is valid once', async () => {
    const code = await codeOf();
    const answers = await Promise.all([redeem(code), redeem(code), redeem(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    for (const wrong of ['', 'x', code.slice(1)])
      expect((await redeem(wrong)).body).toMatchObject({ code: 'sign_in_failed' });
  });

  test('is not valid after a minute', async () => {
    const code = await codeOf();
    const codes = world.databaseOf('users').collection('provider_login_codes');
    await codes.updateMany({}, { $set: { expiresAt: new Date() } });
    expect((await redeem(code)).body).toMatchObject({ code: 'sign_in_failed' });
  });

  test('with a challenge needs its verifier', async () => {
    const verifier = 'a-verifier-of-the-front-end-0123456789-0123456789';
    const challenge = { code_challenge: hash('sha256', verifier, 'base64url') };
    const code = await codeOf(newBrowser(), challenge);
    const other = await codeOf(newBrowser(), challenge);
    expect((await redeem(code, { code_verifier: verifier })).status).toBe(200);
    expect((await redeem(other, { code_verifier: 'another' })).body).toMatchObject({
      code: 'sign_in_failed',
    });
  });

  test('is nowhere stored, and neither is the state', async () => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    const state = String(new URL(url).searchParams.get('state'));
    const begun = await world.databaseOf('users').collection('provider_logins').find().toArray();
    expect(JSON.stringify(begun)).not.toContain(state);
    const code = await codeOf();
    const codes = await world.databaseOf('users').collection('provider_login_codes').find().toArray();
    expect(JSON.stringify(codes)).not.toContain(code);
  });
});

describe('a login leads to permitted addresses alone:', () => {
  test.each(['https://evil.example', '//evil.example', 'https://app.example.org.evil.example/records', '/'])(
    '%s is refused',
    async (target) => {
      expect(await answerTo(newBrowser(), startUrl({ return_to: target }))).toBe('400 rest_invalid_param');
      const logout = `${publicUrl}/auth/oidc/logout?return_to=${encodeURIComponent(target)}`;
      expect(await answerTo(newBrowser(), logout)).toBe('400 rest_invalid_param');
    },
  );

  test('a path below a permitted address is accepted', async () => {
    const target = `${app}/7?tab=a`;
    const end = await newBrowser().follow(startUrl({ return_to: target }), (url) => url.startsWith(app));
    expect(end).toMatch(/^https:\/\/app\.example\.org\/records\/7\?tab=a#login_code=/);
  });
});

test('the cookie of a login is for this host, not for scripts, and not sent with requests of other sites', async () => {
  const response = await newBrowser().visit(startUrl());
  const [cookie, ...more] = response.headers.getSetCookie();
  expect(more).toEqual([]);
  expect(cookie).toMatch(/^__Host-sign-in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
});

test('a login asks the provider with PKCE, state and nonce', async () => {
  const response = await newBrowser().visit(startUrl());
  const { searchParams } = new URL(String(response.headers.get('location')));
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callbackUrl,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
});

test('people see a page with the reason, programs JSON', async () => {
  const response = await newBrowser().visit(callbackUrl, { accept: 'text/html' });
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await response.text()).toContain('sign_in_failed');
});

test('a logout leads to the provider, and from there to the front end', async () => {
  const response = await newBrowser().visit(`${publicUrl}/auth/oidc/logout`);
  const location = new URL(String(response.headers.get('location')));
  expect(location.href).toMatch(`${provider.issuer}/session/end`);
  expect(Object.fromEntries(location.searchParams)).toEqual({
    client_id: clientId,
    post_logout_redirect_uri: app,
  });
});

describe('while the provider is away', () => {
  test('a login that it should end is answered with 503', async () => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    await provider.stop();
    expect(await answerTo(browser, url)).toBe('503 service_unavailable');
    await provider.listen();
    expect((await logIn()).id).toBeGreaterThan(0);
  });

  test('a slow one is not waited for', async () => {
    const browser = newBrowser();
    const url = await toCallback(browser);
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.hold = promise;
    expect(await answerTo(browser, url)).toBe('503 service_unavailable');
    resolve();
  });

  test('logins with a password go on', async () => {
    const user = await world.createUser({ role: 'multiplier' });
    await provider.stop();
    expect(await world.login(user.username, user.password)).toMatch(/\./);
    await provider.listen();
  });
});
