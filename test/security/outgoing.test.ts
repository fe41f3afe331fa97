import { createServer, type RequestListener, type Server } from 'node:http';
import { hostname } from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { listening, until } from '@svc/service-kit/testing';
import { api, type Api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

/** A server in the internal network, which must get no request. */
let inner: Server;
let innerPort: number;
let reached = 0;
/** A site that is allowed by its name, with a handler from each test. */
let partner: Server;
let partnerPort: number;
let answer: RequestListener;
let world: World;
let ada: TestUser;
let http: Api;

beforeAll(async () => {
  inner = createServer((_request, response) => response.end(`${(reached += 1)}`));
  inner.on('connection', () => (reached += 1));
  partner = createServer((request, response) => answer(request, response));
  innerPort = await listening(inner);
  const env = {
    DEBUG_MODE: 'true',
    PUBLIC_URL: 'http://records.example.org',
    ALLOWED_PRIVATE_HOSTS: 'localhost',
    GEOCODING_URL: `http://127.0.0.1:${innerPort}`,
    PUSH_WEBHOOK_URL: `http://127.1:${innerPort}/push`,
  };
  partnerPort = await listening(partner);
  world = await openWorld({ instances: { search: 0 }, env });
  ada = await world.createUser({ role: 'administrator' });
  http = api(world, ada.token);
});

beforeEach(() => {
  reached = 0;
});

afterAll(async () => {
  await world?.close();
  for (const server of [inner, partner]) {
    server.closeAllConnections();
    server.close();
  }
});

const create = async (json: object) => (await http.post(contacts, { json })).body;

/** Transfers a new contact over a new link to a site; returns the answer of a refused link. */
async function transferTo(site2: string) {
  const link = { label: 'Partner', type: 'contact_sending', site1: 'records.example.org', site2 };
  const made = await http.post('svc-core/v1/site-links', { json: link });
  if (made.status !== 200) return { made };
  const contact = await create({ name: 'Amina' });
  const json = { contact_id: contact['ID'], site_post_id: made.body['id'] };
  const sent = await http.post(`${contacts}/transfer`, { json });
  const { body: after } = await http.get(`${contacts}/${String(contact['ID'])}`);
  return { made, sent, before: contact['overall_status'], after: after['overall_status'] };
}

/** Notations of internal addresses. */
const notations = [
  // Loopback and this machine.
  ...'127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0 0.0.0.0'.split(' '),
  ...'[::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1]'.split(' '),
  ...'[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::]'.split(' '),
  hostname().toLowerCase(),
  // The metadata of the cloud.
  ...'169.254.169.254 [fd00:ec2::254] 100.100.100.200 168.63.129.16 192.0.0.192'.split(' '),
  // Private networks, and what is no address of a site.
  ...'10.0.0.1 172.16.0.1 192.168.0.1 100.64.0.1 198.18.0.1 224.0.0.1 255.255.255.255'.split(' '),
  ...'[fe80::1] [fd00::1]'.split(' '),
];

test.each(notations)('a contact does not go to http://%s over a site link', async (host) => {
  const { made, sent, before, after } = await transferTo(`http://${host}:${innerPort}`);
  const refusal = { code: 'transfer', message: expect.stringContaining('has no public address') };
  if (sent) expect(sent).toMatchObject({ status: 500, body: refusal });
  else expect(made.status).toBe(400);
  expect(after).toEqual(before);
  expect(reached).toBe(0);
});

test.each<[string, RequestListener]>([
  ['redirects into the house', (_request, response) => redirect(response, `http://127.0.0.1:${innerPort}/`)],
  ['redirects to a file', (_request, response) => redirect(response, 'file:///etc/passwd')],
])(
  'a contact stays, and is sent nowhere else, when the answer of the other site %s',
  async (_what, given) => {
    answer = given;
    const { sent, before, after } = await transferTo(`http://localhost:${partnerPort}`);
    expect(sent).toMatchObject({
      status: 500,
      body: { code: 'transfer', message: expect.stringMatching(/^localhost:\d+ (answered|did not answer) /) },
    });
    expect(after).toEqual(before);
    expect(reached).toBe(0);
  },
);

const redirect = (response: Parameters<RequestListener>[1], location: string) =>
  void response.writeHead(307, { location }).end();

test('an address is not looked up by a geocoding service inside the house', async () => {
  const address = [{ value: '1 Long Road', geolocate: true }];
  const made = await create({ name: 'Amina', contact_address: address });
  expect(made).toMatchObject({ contact_address: [{ value: '1 Long Road' }] });
  expect(made).not.toHaveProperty('location_grid_meta');
  expect(reached).toBe(0);
});

test('a push does not go to a webhook inside the house, and its delivery says why', async () => {
  const mona = await world.createUser({ role: 'multiplier' });
  const hers = api(world, mona.token);
  await hers.post('svc/v1/user/update', { json: { add_push_token: { device_id: 'phone', token: 'x' } } });
  for (const type of ['comments', 'mentions'])
    await hers.post(`svc/v1/users/switch_preference`, {
      json: { preference_key: `${type}_push_notifications` },
    });
  const { ID: id } = await create({ name: 'Amina' });
  await http.post(`${contacts}/${String(id)}/comments`, {
    json: { comment: `Look, @[Mona](${mona.id})!` },
  });
  const pushes = world.databaseOf('users').collection('pushes');
  await until(async () =>
    expect(await pushes.findOne({ userId: mona.id })).toMatchObject({
      state: 'waiting',
      reason: expect.stringMatching(/127\.0\.0\.1.* not a public address; ALLOWED_PRIVATE_HOSTS/),
    }),
  );
  expect(reached).toBe(0);
});
