import { beforeAll, expect, test } from '@jest/globals';
import { recordsGet, type OutputOf } from '@svc/contracts';
import { forgedTokens } from './testing/forged-tokens.ts';
import { harnessOfSuite } from './testing/gateway-harness.ts';
import { httpClient, type HttpClient } from './testing/http-client.ts';

const validate = 'POST /wp-json/jwt-auth/v1/token/validate';
const record = 'GET /wp-json/svc-posts/v2/contacts/12';

const gateway = harnessOfSuite();
let http: HttpClient;

beforeAll(async () => {
  await gateway.standInForUsers();
  await gateway.standIn(recordsGet, () => ({ ID: 12 }) as OutputOf<typeof recordsGet>);
  // Whoever is not let in as a user is not let in as a site link either: nobody is asked, with HTTPS or without.
  http = httpClient((await gateway.start({ DEBUG_MODE: 'true' })).url);
});

test.each(forgedTokens)(
  'a token %s is no way in, and validate says why',
  async (_what, make, code, message) => {
    const token = await make(gateway.tokens);
    const refused = { message, data: { status: 403 } };
    expect(await http(validate, { token })).toMatchObject({ status: 403, body: { code, ...refused } });
    const body = { code: 'jwt_auth_invalid_token', ...refused };
    expect(await http(record, { token })).toMatchObject({ status: 403, body });
    expect(gateway.received).toEqual([]);
  },
);

test('a token of a user who is gone is no way in, and validate says so', async () => {
  gateway.goneUsers.add(33);
  const token = await gateway.tokens.token({ user: { id: '33' } });
  const message = expect.stringMatching(/^The user of this token does not exist, is disabled or has changed/);
  for (const request of [validate, record]) {
    const answer = await http(request, { token });
    expect(answer).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token', message } });
  }
  expect(gateway.received).toEqual([]);
});

test('the same token without any of it is good', async () => {
  const token = await gateway.tokens.token();
  expect(await http(validate, { token })).toMatchObject({
    status: 200,
    body: { code: 'jwt_auth_valid_token' },
  });
  expect((await http(record, { token })).status).toBe(200);
});
