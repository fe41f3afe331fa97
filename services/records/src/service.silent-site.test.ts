import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  addComments,
  commentsList,
  recordsSendTransferUpdate,
  recordsTransfer,
  usersSiteLinkRemote,
} from '@svc/contracts';
import { commandsFor } from '@svc/service-kit/testing';
import { openOtherSite, type OtherSite, type SiteAnswer } from './testing/other-site.ts';
import { recordClient } from './testing/record-client.ts';
import { dispatcher, RecordsBed } from './testing/records-bed.ts';
import { transferModel } from './transfer/transfer-model.ts';

let bed: RecordsBed;
let site: OtherSite;
/** Where the site link leads. */
let url: string | undefined;
let told: Awaited<ReturnType<typeof commandsFor>>;
const { create, expectRefused } = recordClient(() => bed);

const dora = dispatcher(5);
const accepted: SiteAnswer = [200, { status: 'OK', created_id: 77, errors: {} }];

beforeAll(async () => {
  bed = await RecordsBed.open();
  site = await openOtherSite();
  const link = {
    ...{ id: 1, label: 'Partner', type: 'contact_sharing', host: 'partner.test' },
    ...{ transfer_token: 'f'.repeat(32), non_product: false },
  };
  await bed.bed.standIn(usersSiteLinkRemote, () => ({ remote: url === undefined ? null : { ...link, url } }));
  await bed.bed.standIn(commentsList, () => ({ comments: [], total: 0 }));
  told = await commandsFor(bed.bed, addComments, { ids: [] });
  await bed.start({}, { longestRequest: 2_000 });
});

beforeEach(() => {
  url = site.url;
  site.answer(() => accepted);
});

afterEach(() => {
  site.requests.length = 0;
});

afterAll(async () => {
  await told?.stop();
  await site?.close();
  await bed?.close();
});

const contact = async () => (await create({ name: 'Kamal', type: 'access' }, dora)).ID;
const transfer = (id: number) => bed.ask(recordsTransfer, { contact_id: id, site_post_id: 1 }, dora);

test('a site that takes a request and never answers is given up, and gets the same request again', async () => {
  const id = await contact();
  const arrived = Promise.withResolvers<ServerResponse>();
  site.answer(() => (response) => arrived.resolve(response));
  const closed = arrived.promise.then((response) => once(response, 'close'));
  await expectRefused(id, () => transfer(id), { code: 'transfer', message: 'Unknown error.', status: 500 });
  await closed;
  const transfers = transferModel(bed.documents.db);
  expect(await transfers.find({ recordId: id }).lean()).toMatchObject([
    { state: 'sending', pending: { kind: 'contact', number: 0 }, heldUntil: new Date(0) },
  ]);
  site.answer(() => accepted);
  expect(await transfer(id)).toBe(true);
  const [silent, repeated, ...more] = site.requests;
  expect(more).toEqual([]);
  expect(repeated?.headers['idempotency-key']).toBe(silent?.headers['idempotency-key']);
  expect(String(repeated?.form)).toBe(String(silent?.form));
  expect(await transfers.find({ recordId: id }).lean()).toMatchObject([{ state: 'done', remoteId: 77 }]);
});

test.each<[string, () => void, boolean]>([
  ['says that it has it', () => site.answer(() => [200, { success: true }]), true],
  ['says that it has not', () => site.answer(() => [200, { success: false }]), false],
  ['refuses it', () => site.answer(() => [404, { code: 'x', message: 'No such contact' }]), false],
  ['answers HTML', () => site.answer(() => [200, '<html>Hello</html>']), false],
  ['closes the connection', () => site.answer(() => (response) => response.destroy()), false],
  ['can not be reached', () => (url = 'http://127.0.0.1:9'), false],
  ['is linked no more', () => (url = undefined), false],
])('whether an update arrived is the answer when the other site %s', async (_what, answer, success) => {
  const id = await contact();
  await transfer(id);
  const before = await bed.stored(id);
  answer();
  const input = { contact_id: id, update: 'All well' };
  expect(await bed.ask(recordsSendTransferUpdate, input, dora)).toEqual({ success });
  expect(await bed.stored(id)).toEqual(before);
});
