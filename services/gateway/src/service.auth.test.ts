import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordsGet, type OutputOf } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import { httpClient, type HttpClient } from './testing/http-client.ts';

const record = '/wp-json/svc-posts/v2/contacts/12';
const validate = 'POST /wp-json/jwt-auth/v1/token/validate';

const gateway = harnessOfSuite();
let http: HttpClient;
let token: string;

beforeAll(async () => {
  await gateway.standInForUsers();
  await gateway.standIn(recordsGet, () => ({ ID: 12 }) as OutputOf<typeof recordsGet>);
  http = httpClient((await gateway.start()).url);
  token = await gateway.tokens.token();
});

beforeEach(() => {
  gateway.goneUsers.clear();
});

const asked = { code: 'rest_cannot_access', message: 'Only authenticated users can access the REST API.' };
const useless = { code: 'rest_cannot_access', message: 'Invalid token' };

describe('a stranger', () => {
  test.each([
    [`GET ${record}`],
    ['GET /wp-json/svc-posts/v2/contacts/unknown/path'],
    ['PUT /wp-json/svc-posts/v2/contacts/12'],
    ['GET /wp-json/'],
    ['GET /wp-json/svc/v1/user/my'],
  ])('gets 401 for %s, whether it is there or not', async (request) => {
    const answer = await http(request);
    expect(answer).toMatchObject({ status: 401, body: { ...asked, data: { status: 401 } } });
    expect(gateway.received).toEqual([]);
  });

  test.each([
    ['abc', useless],
    ['a.b', useless],
    ['a.b.c.d', useless],
  ])('with the bearer %s gets 401', async (bearer, error) => {
    expect(await http(`GET ${record}`, { token: bearer })).toMatchObject({ status: 401, body: error });
    expect(gateway.received).toEqual([]);
  });

  test.each([
    ['', asked],
    ['Basic dTpw', useless],
    ['Bearer', useless],
  ])('with the header "%s" gets 401', async (authorization, error) => {
    const answer = await http(`GET ${record}`, { headers: { authorization } });
    expect(answer).toMatchObject({ status: 401, body: error });
  });

  test('may ask for a token, and for nothing else on those paths', async () => {
    const answer = await http('GET /wp-json/jwt-auth/v1/token');
    expect(answer).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });
});

describe('a JWT', () => {
  test('lets its user in, however Bearer is written', async () => {
    for (const authorization of [`Bearer ${token}`, `bearer ${token}`, `BEARER ${token}`]) {
      expect((await http(`GET ${record}`, { headers: { authorization } })).status).toBe(200);
    }
  });

  test('makes an unknown path 404', async () => {
    expect((await http('GET /wp-json/svc-posts/v2/contacts/unknown/path', { token })).status).toBe(404);
  });

  test('of a user who is gone gets 403, as soon as the gateway is told', async () => {
    const theirs = await gateway.tokens.token({ user: { id: '31' } });
    expect((await http(`GET ${record}`, { token: theirs })).status).toBe(200);
    gateway.goneUsers.add(31);
    const event = { data: { user: { id: 31 } } };
    await gateway.harness.publish({ subject: 'svc.events.user.-.updated', content: event });
    await until(async () => {
      const answer = await http(`GET ${record}`, { token: theirs });
      expect(answer).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token' } });
    });
  });

  test('tells users which version of its user’s tokens it is', async () => {
    const seen = gateway.harness.bus.subscribe('svc.rpc.users.actor', { max: 1 });
    await gateway.harness.bus.flush();
    await http(`GET ${record}`, { token: await gateway.tokens.token({ user: { id: '32', tv: 4 } }) });
    for await (const message of seen) expect(message.json()).toEqual({ user_id: 32, token_version: 4 });
  });
});

describe('token/validate', () => {
  test('a valid token', async () => {
    const body = { code: 'jwt_auth_valid_token', data: { status: 200 } };
    expect(await http(validate, { token })).toMatchObject({ status: 200, body });
  });

  test('nothing to validate', async () => {
    expect(await http(validate)).toMatchObject({ status: 200, body: false });
    for (const authorization of ['Bearer nodots', 'Basic dTpw', 'Basic u.p.w'])
      expect(await http(validate, { headers: { authorization } })).toMatchObject({
        status: 200,
        body: false,
      });
  });

  test('what is no token', async () => {
    const message = 'Authorization header malformed.';
    const body = { code: 'jwt_auth_bad_auth_header', message, data: { status: 403 } };
    expect(await http(validate, { token: 'a.b' })).toMatchObject({ status: 403, body });
  });
});
