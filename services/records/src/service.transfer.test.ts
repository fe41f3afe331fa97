import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  commentsList,
  recordsReceiveTransfer,
  recordsReceiveTransferComments,
  recordsReceiveTransferUpdate,
  recordsSendTransferUpdate,
  recordsTransfer,
  recordsTransferSummary,
  type Actor,
  type OutputOf,
} from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { addedComments } from './testing/added-comments.ts';
import { accepted, broken, dora, failed, otherSiteOfSuite, token } from './testing/other-site.ts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';
import { transferModel } from './store/transfer-model.ts';

type Comments = OutputOf<typeof commentsList>['comments'];

const harness = harnessOfSuite({ instances: 2 });
harness.baseUser = 8;
const { site, contact, transfer } = otherSiteOfSuite(harness);
const added = addedComments(harness);
/** The comments of every contact, as comments would tell them. */
let comments: Comments = [];
const { create, expectRefused } = recordClient(harness);

beforeAll(() =>
  harness.harness.standIn(commentsList, ({ offset = 0 }) => {
    const page = comments.slice(offset, offset + 150);
    const isLast = offset + page.length >= comments.length;
    return { comments: page, total: comments.length, ...(!isLast && { next_offset: offset + page.length }) };
  }),
);

afterEach(() => {
  comments = [];
});

/** All that earlier requests had written: a transfer that comes waits a second for it at most. */
const commentsOn = async (id: number) => {
  await harness.settled();
  return added(id);
};
const noted = (count: number): Comments =>
  Array.from({ length: count }, (_, index) => ({
    comment_ID: String(index + 1),
    comment_author: 'Dora',
    comment_content: `Note ${index}`,
    comment_date: '2024-01-01 00:00:00',
    comment_date_gmt: '2024-01-01 00:00:00',
    gravatar: '',
    user_id: '5',
    comment_type: 'comment',
    comment_post_ID: '1',
    comment_reactions: [],
    comment_meta: [],
  }));

describe('the request of a transfer', () => {
  test('is a form with the contact and an idempotency key', async () => {
    comments = noted(2);
    const id = await contact();
    expect(await transfer(id)).toBe(true);
    const [request] = site.requests;
    expect(request).toMatchObject({
      path: '/wp-json/svc-posts/v2/contacts/receive-transfer',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': expect.stringMatching(/^[\w-]{36}\.0$/),
      },
    });
    expect(Object.fromEntries(request?.form ?? [])).toMatchObject({
      transfer_token: token,
      'contact_data[post][ID]': String(id),
      'contact_data[post][post_title]': 'Kamal',
      'contact_data[post][guid]': `http://records.test/contacts/${id}`,
      'contact_data[postmeta][nickname][0]': 'K',
      'contact_data[comments][1][comment_content]': 'Note 1',
      'contact_data[transfer_foreign_key]': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(String(request?.form)).not.toContain('assigned_to');
  });

  test('goes to the alternative path when the first path does not exist', async () => {
    const noRoute = { code: 'rest_no_route', message: 'No route', data: { status: 404 } };
    site.answer(({ path }) => (path.includes('/dt-posts/') ? accepted : [404, noRoute]));
    expect(await transfer(await contact())).toBe(true);
    expect(site.requests.map(({ path }) => path)).toEqual([
      '/wp-json/svc-posts/v2/contacts/receive-transfer',
      '/wp-json/dt-posts/v2/contacts/receive-transfer',
    ]);
  });

  test('is repeated unchanged after a lost answer, and later comments follow in order', async () => {
    comments = noted(201);
    const id = await contact();
    site.answer(() => (response) => response.destroy());
    await expect(transfer(id)).rejects.toMatchObject({ ...failed, message: broken });
    comments = noted(202);
    site.answer(({ path }) => (path.endsWith('/comments') ? [200, true] : accepted));
    expect(await transfer(id)).toBe(true);
    const [lost, repeated, further] = site.requests;
    expect(repeated?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
    expect(String(repeated?.form)).toBe(String(lost?.form));
    expect(Object.fromEntries(further?.form ?? [])).toMatchObject({
      post_id: '77',
      'comments[0][comment_content]': 'Note 200',
      'comments[1][comment_content]': 'Note 201',
    });
    expect(site.requests).toHaveLength(3);
  });

  test('is sent anew with the present contact after a refusal by the other site', async () => {
    const id = await contact();
    site.answer(() => [200, { status: 'FAIL', error: 'title needed' }]);
    const message = 'partner.test refused the request: title needed';
    await expect(transfer(id)).rejects.toMatchObject({ ...failed, message });
    site.answer(() => accepted);
    expect(await transfer(id)).toBe(true);
    const [refused, taken] = site.requests;
    expect(taken?.headers['idempotency-key']).not.toBe(refused?.headers['idempotency-key']);
    const key = 'contact_data[transfer_foreign_key]';
    expect(taken?.form.get(key)).toBe(refused?.form.get(key));
  });

  test('is sent anew in full when the other site no longer has the contact', async () => {
    comments = noted(201);
    const id = await contact();
    const gone = { code: 'x', message: 'Could not find post to update' };
    site.answer(({ path }) => (path.endsWith('/comments') ? [404, gone] : accepted));
    const message = `partner.test refused the request: ${gone.message}`;
    await expect(transfer(id)).rejects.toMatchObject({ ...failed, message });
    site.answer(({ path }) => (path.endsWith('/comments') ? [200, true] : accepted));
    expect(await transfer(id)).toBe(true);
    expect(site.requests.map(({ path }) => path.endsWith('/comments'))).toEqual([false, true, false, true]);
  });

  test('is sent once, and again after the contact was reopened', async () => {
    const id = await contact();
    await transfer(id);
    expect(await transfer(id)).toBe(true);
    expect(site.requests).toHaveLength(1);
    const opened = { $set: { 'fields.overall_status': 'active' }, $inc: { version: 1 } };
    await harness.documents.updateOne({ _id: id }, opened);
    expect(await transfer(id)).toBe(true);
    expect(site.requests).toHaveLength(2);
  });

  test('is sent by one instance at a time', async () => {
    const id = await contact();
    const arrived = site.hold();
    const first = transfer(id);
    const waiting = await arrived;
    const model = transferModel(harness.documents.db);
    const held = { recordId: id, state: 'sending' as const, heldUntil: { $gt: new Date() } };
    expect(await model.countDocuments(held)).toBe(1);
    waiting.end(JSON.stringify({ status: 'OK', created_id: 78 }));
    expect(await first).toBe(true);
    expect(await model.find({ recordId: id }).lean()).toMatchObject([
      { state: 'done', remoteId: 78, pending: null },
    ]);
  });
});

test('a transfer with a slow answer fails in time for the caller, and its late answer is kept', async () => {
  const id = await contact();
  const arrived = site.hold();
  const input = { contact_id: id, site_post_id: 1 };
  const request = () => harness.harness.call(recordsTransfer, input, dora, { milliseconds: 2_000 });
  const message = 'The other site has not answered yet; try again in a moment.';
  await expectRefused(id, request, { ...failed, message });
  (await arrived).end(JSON.stringify({ status: 'OK', created_id: 79 }));
  expect(await until(() => transfer(id))).toBe(true);
  expect(site.requests).toHaveLength(1);
});

describe('a transfer is refused', () => {
  const refused = {
    code: 'Disciple_Tools_Contacts_Transfer::contact_transfer_endpoint',
    message: 'Insufficient permissions',
    status: 403,
  };

  afterEach(() => expect(site.requests).toEqual([]));

  test('to a user without permission, also for their own contacts', async () => {
    const { ID: id } = await create({ name: 'Own' });
    await expectRefused(id, () => transfer(id, multiplier(3)), refused);
  });

  test('for a contact that the caller cannot update, as for an unknown contact', async () => {
    const { ID: id } = await create({ name: 'Private', type: 'personal' });
    await expectRefused(id, () => transfer(id), refused);
    await expect(transfer(987_654)).rejects.toMatchObject(refused);
    const admin = userActor(6, 'Admin', ['manage_dt', 'access_contacts']);
    await expect(transfer(id, admin)).rejects.toMatchObject(refused);
  });

  test('over an unknown or receiving link', async () => {
    const id = await contact();
    const message = 'Error creating site connection details.';
    await expectRefused(id, () => transfer(id, dora, 2), { message, status: 400 });
  });

  test.each([{}, { contact_id: 1 }, { site_post_id: 1 }, { contact_id: '' as never, site_post_id: 1 }])(
    'without a contact or a link: %j',
    async (input) => {
      await expect(harness.ask(recordsTransfer, input, dora)).rejects.toMatchObject({
        code: refused.code,
        message: 'Missing required parameters.',
        status: 400,
      });
    },
  );

  test('as an update of a contact that was never transferred', async () => {
    const id = await contact();
    const input = { contact_id: id, update: 'x' };
    const update = (caller: Actor) => harness.ask(recordsSendTransferUpdate, input, caller);
    await expect(update(dora)).rejects.toMatchObject({ status: 400 });
    await expect(update(multiplier(3))).rejects.toMatchObject({ status: 403 });
  });
});

describe('a received transfer', () => {
  const linkActor = (siteLinkId: number, capabilities: string[]): Actor => ({
    ...siteLink('Partner', capabilities),
    siteLinkId,
    siteLinkType: 'contact_sharing',
  });
  const partner = linkActor(1, ['create_contacts', 'update_own_contacts']);
  const foreignKey = 'a'.repeat(64);
  const sent = (more: object = {}) => ({
    contact_data: {
      post: { ID: '12', post_title: 'Layla', guid: 'x' },
      postmeta: { nickname: ['L'], seeker_path: ['met'], milestones: ['milestone_belief'] },
      transfer_foreign_key: foreignKey,
      ...more,
    },
  });
  const receive = (input: { contact_data?: unknown }, caller = partner, key?: string) =>
    harness.ask(recordsReceiveTransfer, input, caller, key);
  const receiveOne = async (more: object = {}, key?: string) => {
    const answer = await receive(sent(more), partner, key);
    if (answer.status !== 'OK') throw new Error(answer.error);
    return answer;
  };

  test('can be summarized, updated and commented on only over its own link', async () => {
    const { created_id: id } = await receiveOne({ post: { ID: 13, post_title: 'Layla' } });
    const known = { contact_id: 13, transfer_foreign_key: foreignKey };
    const others = linkActor(2, ['create_contacts', 'update_own_contacts']);
    const add = { post_id: id, transfer_foreign_key: foreignKey, comments: [{ comment_content: 'More' }] };
    expect(await harness.ask(recordsTransferSummary, known, partner)).toEqual({
      overall_status: { key: 'unassigned', label: 'Dispatch Needed' },
      seeker_path: { key: 'met', label: 'First Meeting Complete' },
      milestones: ['milestone_belief'],
    });
    const before = (await commentsOn(id)).length;
    for (const request of [
      () => harness.ask(recordsTransferSummary, known, others),
      () => harness.ask(recordsReceiveTransferUpdate, { ...known, update: 'x' }, others),
      () => harness.ask(recordsReceiveTransferComments, add, others),
    ])
      await expect(request()).rejects.toMatchObject({ status: 404 });
    await harness.ask(recordsReceiveTransferUpdate, { ...known, update: 'Word' }, partner);
    for (const _time of [1, 2]) await harness.ask(recordsReceiveTransferComments, add, partner, `more ${id}`);
    expect((await commentsOn(id)).slice(before)).toMatchObject([
      { text: 'Word', author: { display_name: 'Transfer Bot - Partner', kind: 'site_link' } },
      { text: 'More', author: { display_name: 'Transfer Bot (0)' }, silent: true },
    ]);
  });

  test('is recognized as a repetition by its key, also after stored answers have expired', async () => {
    const first = await receiveOne({}, 'once');
    expect(await receiveOne({}, 'once')).toEqual(first);
    await harness.documents.db.collection('idempotency').deleteMany({});
    expect(await receiveOne({}, 'once')).toEqual(first);
    expect((await receiveOne({}, 'twice')).created_id).not.toBe(first.created_id);
  });

  test('has comments over the size limit shortened instead of refused', async () => {
    const rows = {
      0: { comment_content: '<'.repeat(140_000) },
      1: { comment_content: '<em>x'.repeat(20_000) },
    };
    const { created_id: id } = await receiveOne({ post: { ID: 14, post_title: 'Long' }, comments: rows });
    const known = { contact_id: 14, transfer_foreign_key: foreignKey };
    await harness.ask(recordsReceiveTransferUpdate, { ...known, update: 'é'.repeat(80_000) }, partner);
    const texts = (await commentsOn(id)).map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(?:&lt;){131000,} … \[cut: the text had 140000 bytes\]$/),
        '&lt;em&gt;x'.repeat(20_000),
        expect.stringMatching(/^é{65000,} … \[cut: the text had 160000 bytes\]$/),
      ]),
    );
  });

  test('mentions only the assignee of the contact', async () => {
    const row = {
      comment_content: 'Ask @[Mona](3) or @[@[x](4)](5)',
      user_id: '9',
      comment_date_gmt: '2020-01-02 03:04:05',
    };
    const nested = `${'@['.repeat(50)}x${'](3)'.repeat(50)}`;
    const rows = { 0: row, 1: { comment_content: ' ' }, 2: { ...row, comment_content: nested } };
    const { created_id: id } = await receiveOne({ comments: rows });
    const all = await commentsOn(id);
    const [theirs, deep, ours] = all.filter(({ author }) => author.display_name.startsWith('Transfer Bot'));
    expect(deep?.text).not.toMatch(/@\[/);
    expect(theirs).toMatchObject({
      text: 'Ask @Mona or @@x',
      silent: true,
      date: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000,
      author: { display_name: 'Transfer Bot (9)', user_id: 0 },
    });
    expect(ours).toMatchObject({
      text: '@[User 8](8), Contact transferred from site "Partner"',
      silent: false,
    });
    expect((await harness.stored(id)).fields).toMatchObject({ assigned_to: 8 });
  });

  test.each([
    ['empty', {}],
    ['a text', { contact_data: 'x' }],
    ['without a post', { contact_data: { postmeta: {} } }],
  ])('is refused with status FAIL when it is %s', async (_what, input) => {
    expect(await receive(input)).toEqual({ status: 'FAIL', error: 'Missing required parameter' });
  });

  test('cannot link a contact to a user', async () => {
    const postmeta = { corresponds_to_user: ['1'], type: ['user'], assigned_to: ['user-1'] };
    const { created_id: id } = await receiveOne({ postmeta });
    expect((await harness.stored(id)).fields).toMatchObject({ type: 'access', assigned_to: 8 });
    expect((await harness.stored(id)).fields).not.toHaveProperty('corresponds_to_user');
  });

  test('keeps its foreign key in further transfers, and a returning contact gets a warning', async () => {
    const { created_id: theirs } = await receiveOne();
    await transfer(theirs);
    const id = await contact();
    await transfer(id);
    const [onward, first] = site.requests.map(({ form }) => form.get('contact_data[transfer_foreign_key]'));
    expect(onward).toBe(foreignKey);
    const { created_id: back } = await receiveOne({ transfer_foreign_key: first });
    const texts = (await commentsOn(back)).map(({ text }) => text);
    expect(texts).toContainEqual(
      expect.stringMatching(/^ALERT: Possible duplicate contact from a previous transfer\. <a href=.*Kamal/),
    );
  });

  test('is refused over a link without permission', async () => {
    const mayCreate = ['create_contacts', 'update_own_contacts'];
    for (const caller of [
      { ...linkActor(3, mayCreate), siteLinkType: 'contact_sending' },
      siteLink('Form', mayCreate),
      multiplier(3),
    ])
      await expect(receive(sent(), caller)).rejects.toMatchObject({
        status: 403,
        message: 'Insufficient permissions',
      });
    const known = { contact_id: 12, transfer_foreign_key: foreignKey };
    const receiving = linkActor(1, ['create_contacts']);
    for (const request of [
      () => harness.ask(recordsTransferSummary, known, receiving),
      () => harness.ask(recordsReceiveTransferUpdate, { ...known, update: 'x' }, receiving),
    ])
      await expect(request()).rejects.toMatchObject({ status: 400, message: 'Missing permissions' });
  });
});
