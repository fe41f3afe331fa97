import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { commentsList, recordsSendTransferUpdate } from '@svc/contracts';
import { addedComments } from './testing/added-comments.ts';
import {
  accepted,
  broken,
  dora,
  failed,
  otherSiteOfSuite,
  token,
  type SiteAnswer,
} from './testing/other-site.ts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite } from './testing/records-harness.ts';
import { transferModel } from './store/transfer-model.ts';

const harness = harnessOfSuite({ instances: 0 });
const { site, contact, transfer } = otherSiteOfSuite(harness);
const { create, expectRefused } = recordClient(harness);
const added = addedComments(harness);

beforeAll(async () => {
  await harness.harness.standIn(commentsList, () => ({ comments: [], total: 0 }));
  await harness.start({ GEOCODING_URL: inside() }, { maxRequestMs: 2_000 });
});

/** Where the other site is, too, at an address that the settings do not allow. */
const inside = () => site.url.replace('127.0.0.1', '127.0.0.2');

const strange = 'partner.test answered in an unexpected form.';

describe('a private address', () => {
  test('of a linked site receives no transfer, and the contact is unchanged', async () => {
    const id = await contact();
    site.linked = inside();
    const message =
      'partner.test has a private address that ALLOWED_PRIVATE_HOSTS does not permit; nothing was sent.';
    await expectRefused(id, () => transfer(id), { ...failed, message });
    expect(site.requests).toEqual([]);
  });

  test('of a geocoding service is not requested, and the postal address stays text', async () => {
    const address = [{ value: '1 Long Road', geolocate: true }];
    const made = await create({ name: 'Amina', contact_address: address });
    expect(made).toMatchObject({ contact_address: [{ value: '1 Long Road' }] });
    expect(made).not.toHaveProperty('location_grid_meta');
    expect(site.requests).toEqual([]);
  });
});

test('a request without an answer times out, and the same request is sent again', async () => {
  const id = await contact();
  const closed = site.hold().then((response) => once(response, 'close'));
  await expectRefused(id, () => transfer(id), { ...failed, message: broken });
  await closed;
  const transfers = transferModel(harness.documents.db);
  expect(await transfers.find({ recordId: id }).lean()).toMatchObject([
    { state: 'sending', pending: { kind: 'contact', number: 0 }, heldUntil: new Date(0) },
  ]);
  site.answer(() => accepted);
  expect(await transfer(id)).toBe(true);
  const [silent, repeated, ...more] = site.requests;
  expect(more).toEqual([]);
  expect(String(repeated?.form)).toBe(String(silent?.form));
  expect(await transfers.find({ recordId: id }).lean()).toMatchObject([{ state: 'done', remoteId: 77 }]);
});

test.each<[string, () => void, boolean]>([
  ['confirms it', () => site.answer(() => [200, { success: true }]), true],
  ['answers that it failed', () => site.answer(() => [200, { success: false }]), false],
  ['refuses it', () => site.answer(() => [404, { code: 'x', message: 'No such contact' }]), false],
  ['answers HTML', () => site.answer(() => [200, '<html>Hello</html>']), false],
  ['closes the connection', () => site.answer(() => (response) => response.destroy()), false],
  ['cannot be reached', () => (site.linked = 'http://127.0.0.1:9'), false],
  ['is no longer linked', () => (site.linked = undefined), false],
])('the answer is the success of an update when the other site %s', async (_what, answer, success) => {
  const id = await contact();
  await transfer(id);
  const before = await harness.stored(id);
  answer();
  const input = { contact_id: id, update: 'All well' };
  expect(await harness.ask(recordsSendTransferUpdate, input, dora)).toEqual({ success });
  expect(await harness.stored(id)).toEqual(before);
});

describe('a site with an invalid answer', () => {
  const redirect = (response: ServerResponse) =>
    response.writeHead(307, { location: `${site.url}/elsewhere` }).end();
  const half = (response: ServerResponse) =>
    response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy());
  test.each<[what: string, answer: SiteAnswer, message: string]>([
    ['HTML', [200, '<html>Hello</html>'], strange],
    ['HTML with an error', [500, '<h1>Oops</h1>'], 'partner.test answered with status 500.'],
    ['an empty body', [200, ''], strange],
    ['JSON of another form', [200, { status: 'OK' }], strange],
    ['a list', [200, []], strange],
    ['an invalid id', [200, { status: 'OK', created_id: -1 }], strange],
    ['a redirect', redirect, 'partner.test answered with status 307.'],
    ['half an answer', half, broken],
  ])('%s: the contact is unchanged', async (_what, answer, message) => {
    const id = await contact();
    site.answer(() => answer);
    await expectRefused(id, () => transfer(id), { ...failed, message });
    expect(site.requests).toHaveLength(1);
    expect(added(id)).toEqual([]);
  });

  test.each([
    [401, 'Invalid token', 'partner.test rejected the token of the site link.'],
    [403, `No rights with ${token}`, 'partner.test refused the request: No rights with …'],
  ])('status %i: the reason is reported without the token', async (status, words, message) => {
    const id = await contact();
    site.answer(() => [status, { code: 'rest_cannot_access', message: words }]);
    await expectRefused(id, () => transfer(id), { ...failed, message });
  });
});
