import {
  add,
  createClient,
  isServiceError,
  remove,
  replaceWith,
  type Client,
  type Progress,
} from '@svc/client';

/** Where a scenario runs, and for whom. */
export interface Setting {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Another user, with whom records are shared. */
  readonly other: { readonly id: number; readonly username: string; readonly password: string };
  /** In no other record. */
  readonly word: string;
}

/** Runs in Node and in a browser, and returns what JSON can hold. */
type Scenario = (setting: Setting, client: Client) => Promise<unknown>;

const gif = (): File => {
  const bytes = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (each) =>
    each.charCodeAt(0),
  );
  return new File([bytes], 'dot.gif', { type: 'image/gif' });
};

async function errorOf(request: Promise<unknown>): Promise<unknown> {
  const error: unknown = await request.then(
    () => 'it succeeded',
    (reason: unknown) => reason,
  );
  if (isServiceError(error))
    return { code: error.code, status: error.status, hasId: error.requestId !== undefined };
  return error instanceof Error ? error.name : error;
}

/** A `fetch` whose first answer is lost on its way, after the service has carried out the request. */
function losesFirstAnswer(): {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  sent: () => number;
} {
  let sent = 0;
  return {
    sent: () => sent,
    async fetch(url, init) {
      const response = await fetch(url, init);
      sent += 1;
      if (sent === 1) throw new TypeError('connection reset');
      return response;
    },
  };
}

export const scenarios = {
  async signsInAndOut({ url, username, password }) {
    const client = createClient({ url });
    const before = await errorOf(client.users.me());
    const { user_nicename: nicename } = await client.auth.signIn({ username, password });
    const me = await client.users.me();
    await client.auth.signOut();
    const after = await errorOf(client.users.me());
    const wrong = await errorOf(createClient({ url, auth: { username, password: 'wrong' } }).users.me());
    return { before, nicename, email: me.user_email, after, wrong };
  },

  async keepsASession({ url, username, password }) {
    const stored: string[] = [];
    const onRefreshToken = (token: string) => void stored.push(token);
    const client = createClient({ url, onRefreshToken });
    const first = await client.auth.signIn({ username, password, refresh: true });
    const later = createClient({ url, auth: { refreshToken: stored[0] ?? '' }, onRefreshToken });
    const me = await later.users.me();
    const isCurrent = (await later.auth.sessions()).filter(({ current }) => current).length;
    const ended = await later.auth.signOut();
    const last = createClient({ url, auth: { refreshToken: stored[1] ?? '' } });
    return {
      hasToken: typeof first.expires_in === 'number',
      email: me.user_email.startsWith(username),
      tokens: new Set(stored).size,
      isCurrent,
      ended,
      after: await errorOf(last.users.me()),
    };
  },

  async writesAndReadsRecords({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: `Amina ${word}`, tags: add('guest', 'new') });
    await client.contacts.update(id, { nickname: 'Mina', tags: remove('new') }, { silent: true });
    const contact = await client.records('contacts').get(id);
    await client.contacts.update(id, { tags: replaceWith('other'), nickname: 'x' }, { keepExisting: true });
    const kept = await client.contacts.get(id);
    await client.contacts.delete(id);
    return {
      name: contact.name,
      tags: contact['tags'],
      nickname: contact['nickname'],
      keptNickname: kept['nickname'],
      type: contact.post_type,
      gone: await errorOf(client.contacts.get(id)),
      refused: await errorOf(client.contacts.create({ name: 'x', no_such_field: 1 })),
    };
  },

  async updatesAnExistingRecordInsteadOfADuplicate({ word }, client) {
    const contact_email = [{ value: `${word}@example.test` }];
    const first = await client.contacts.create({ name: word, contact_email });
    const options = { checkForDuplicates: ['contact_email'] };
    const second = await client.contacts.create({ name: word, contact_email, nickname: 'Same' }, options);
    return { isSame: first.ID === second.ID };
  },

  async refusesToOverwrite({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: word });
    const contact = await client.contacts.get(id);
    await client.contacts.update(id, { nickname: 'First' }, { ifMatch: contact.$etag });
    const second = await errorOf(
      client.contacts.update(id, { nickname: 'Second' }, { ifMatch: contact.$etag }),
    );
    return { second, nickname: (await client.contacts.get(id))['nickname'] };
  },

  async listsRecords({ word }, client) {
    const items = [1, 2, 3, 4, 5].map((each) => ({
      fields: { name: `${word} ${each}`, gender: each % 2 ? 'female' : 'male', tags: add(word) },
    }));
    const results = await client.contacts.batch([...items, { ID: 1_000_000, fields: { name: 'x' } }]);
    const where = { tags: [word] };
    const names: string[] = [];
    for await (const each of client.contacts.all({ where, sort: 'name', select: ['gender'], pageSize: 2 }))
      names.push(each.name);
    const { records, total } = await client.contacts.list({
      where,
      sort: '-name',
      offset: 1,
      limit: 2,
      select: ['gender'],
    });
    const pages = { where, sort: 'name', limit: 4, select: [] };
    const first = await client.contacts.list(pages);
    const second = await client.contacts.list({ ...pages, count: false, cursor: first.nextCursor ?? '' });
    const back = await client.contacts.list({ ...pages, cursor: second.previousCursor ?? '' });
    const groups = { ...where, $or: [{ gender: ['male'] }, { name: `${word} 1` }], $and: [{ name: word }] };
    return {
      written: results.map(({ ID, error }) => (ID === undefined ? error.code : 'written')),
      names,
      page: records.map(({ name }) => name),
      gender: records[0]?.['gender'],
      hasTags: 'tags' in (records[0] ?? {}),
      total,
      second: second.records.map(({ name }) => name),
      isCounted: 'total' in second,
      isLast: second.nextCursor === null,
      isBack: back.records[0]?.ID === first.records[0]?.ID,
      grouped: await client.contacts.count({ where: groups }),
      byText: await client.contacts.count({ text: `${word} 3` }),
      unknown: await errorOf(client.contacts.list({ where: { no_such_field: ['x'] } })),
    };
  },

  async aggregatesRecords({ word }, client) {
    const items = [1, 2, 3].map((each) => ({
      fields: { name: word, gender: each === 1 ? 'male' : 'female', tags: add(word), x_rating: each },
    }));
    await client.contacts.batch(items);
    const { groups, total, hasMore } = await client.contacts.aggregate({
      where: { tags: [word] },
      groupBy: ['gender', { field: 'post_date', by: 'year' }],
      measures: { sum: ['x_rating'], max: ['x_rating'] },
    });
    const { groups: none } = await client.contacts.aggregate({ where: { tags: [`${word}x`] } });
    return {
      groups: groups.map(({ keys, labels, count, sum, max }) => ({
        gender: keys['gender'],
        label: labels['gender'],
        year: /^\d{4}$/.test(String(keys['post_date'])),
        count,
        sum: sum['x_rating'],
        max: max['x_rating'],
      })),
      total,
      hasMore,
      none: none.length,
    };
  },

  async followsChanges({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: word });
    const controller = new AbortController();
    const events = client.contacts.events({ id, signal: controller.signal });
    const types: string[] = [];
    const first = events.next();
    // The stream begins at its connection: writes until the first event has come.
    let isOver = false;
    const stop = () => {
      isOver = true;
    };
    first.then(stop, stop);
    for (let number = 1; !isOver; number += 1)
      await client.contacts.update(id, { nickname: `${number}` }, { silent: true });
    const { value } = await first;
    await client.contacts.comments(id).create('Hello');
    for await (const event of events) {
      types.push(event.type);
      if (event.type === 'comment.created') break;
    }
    const filtered = client.events({ postTypes: ['contacts'], signal: controller.signal });
    const next = errorOf(filtered.next());
    controller.abort();
    return {
      first: value && { ...value, id: typeof value.id, version: 0, actor: 0 },
      isOfRecord: value && 'record_id' in value && value.record_id === id,
      last: types.at(-1),
      aborted: await next,
      refused: await errorOf(client.contacts.events({ where: { no_such_field: ['x'] } }).next()),
    };
  },

  async comments({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: word });
    const comments = client.contacts.comments(id);
    const first = await comments.create('First', { date: '2026-01-01 10:00:00', meta: { mood: 'good' } });
    await comments.create('Second', { silent: true });
    const added = await comments.toggleReaction(first.comment_ID, 'reaction_heart');
    await comments.update(first.comment_ID, 'First, changed');
    const texts: string[] = [];
    for await (const each of comments.all({ pageSize: 1 })) texts.push(each.comment_content);
    const { comments: page, total } = await comments.list({ number: 1, offset: 1 });
    const removed = await comments.toggleReaction(first.comment_ID, 'reaction_heart');
    await comments.delete(first.comment_ID);
    return {
      added,
      removed,
      texts,
      total,
      reactions: Object.keys(page[0]?.comment_reactions ?? {}),
      meta: Object.keys(page[0]?.comment_meta ?? {}),
      left: (await comments.list()).total,
    };
  },

  async sharesAndNotifies({ url, word, other }, client) {
    const { ID: id } = await client.contacts.create({ name: word });
    const colleague = createClient({ url, auth: other });
    const hidden = await errorOf(colleague.contacts.get(id));
    const shares = client.contacts.shares(id);
    await shares.add(other.id);
    // Opening the record would mark its notification as read a moment later.
    const seen = (await colleague.contacts.count({ where: { name: word } })) === 1;
    const users = (await shares.list()).map(({ user_id: userId }) => Number(userId));
    const followers = await shares.followers();
    // The notification follows the answer; each question waits for the service.
    const isOfShare = ({ post_id: postId }: { post_id: string }) => Number(postId) === id;
    let notification = (await colleague.notifications.list({ all: true })).find(isOfShare);
    while (!notification) notification = (await colleague.notifications.list({ all: true })).find(isOfShare);
    await colleague.notifications.markUnread(notification.id);
    const unread = await colleague.notifications.countUnread();
    await colleague.notifications.markRead(notification.id);
    const left = await colleague.notifications.markAllRead(other.id);
    await shares.remove(other.id);
    return {
      hidden,
      seen,
      isShared: users.includes(other.id),
      follows: followers.includes(other.id),
      unread,
      left,
      name: notification.notification_name,
      again: await errorOf(colleague.contacts.get(id)),
    };
  },

  async revertsChanges({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: word, nickname: 'Before' });
    await client.contacts.update(id, { nickname: 'After' });
    const history = client.contacts.history(id);
    const { activity } = await history.list();
    const { total } = await history.list({ number: 1 });
    const change = activity.find(({ object_note: note }) => note.endsWith('After'));
    const reverted = await history.revert(change?.histid ?? '');
    const restored = await history.revertPeriod({ from: 1, to: 2 });
    return {
      note: change?.object_note,
      hasMore: total > 1,
      nickname: reverted['nickname'],
      isSame: restored.ID === id,
      unknown: await errorOf(history.revert(1)),
    };
  },

  async uploadsAndDownloadsFiles({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: word });
    const files = client.contacts.files(id);
    const progress: Progress[] = [];
    const text = new File(['a'.repeat(300_000)], 'notes.txt', { type: 'text/plain' });
    const onProgress = (step: Progress) => progress.push(step);
    const uploaded = await files.upload('x_files', [text, gif()], { onProgress });
    const key = uploaded[0]?.uploaded_key ?? '';
    const { uploaded: picture = false } = (await files.upload('record_picture', gif()))[0] ?? {};
    const [refused] = await files.upload('x_small', new File(['plain'], 'a.txt', { type: 'text/plain' }));
    const bytes = await files.download('x_files', key);
    const renamed = await files.rename('x_files', key, 'new.txt');
    const deleted = await files.delete('x_files', key);
    const last = progress.at(-1);
    const contact = await client.contacts.get(id);
    return {
      uploaded: uploaded.map(({ file }) => file?.name),
      picture,
      refused: refused?.uploaded_msg !== null,
      size: bytes.size,
      renamed: renamed.renamed,
      deleted: deleted.deleted,
      allDeleted: (await files.deleteAll('x_files')).deleted,
      isComplete: last !== undefined && last.sent === last.total && last.sent > 300_000,
      hasThumb: JSON.stringify(contact['record_picture']).includes('thumb'),
      missing: await errorOf(files.download('x_files', 'none')),
    };
  },

  async searches({ word }, client) {
    const { ID: id } = await client.contacts.create({ name: `Heidelberg ${word}` });
    const options = { postType: 'contacts', in: ['names' as const] };
    const { hits } = await client.search(`berg ${word}`, options);
    const nothing = await client.search(`100 % & ${word}x`);
    return { found: hits[0]?.posts.map(({ ID }) => ID === id), none: nothing.total_hits };
  },

  async readsSettingsAndUsers({ url, username }, client) {
    const settings = await client.settings.get();
    const contacts = await client.contacts.settings();
    await client.users.updateMe({ nickname: 'Momo' });
    const users = await client.users.find({ text: 'no such user' });
    return {
      types: ['contacts', 'groups'].every((type) => type in settings.post_types),
      label: contacts.label_plural,
      isPublic: typeof (await createClient({ url }).settings.public()).url,
      me: (await client.users.me()).user_email.startsWith(username),
      users,
      preference: await client.request({
        method: 'POST',
        path: 'svc/v1/users/switch_preference',
        json: { preference_key: 'comments_web' },
        isWrite: true,
      }),
    };
  },

  async writesOnceAlthoughTheAnswerIsLost({ url, username, password, word }, client) {
    const road = losesFirstAnswer();
    const token = (await client.auth.signIn({ username, password })).token;
    const { ID: id } = await createClient({ url, auth: { token }, fetch: road.fetch }).contacts.create({
      name: word,
    });
    const idempotencyKey = `key-${word}`;
    const one = await client.contacts.create({ name: `${word} twice` }, { idempotencyKey });
    const other = await client.contacts.create({ name: `${word} twice` }, { idempotencyKey });
    return {
      sent: road.sent(),
      isWritten: (await client.contacts.get(id)).name === word,
      number: await client.contacts.count({ where: { name: word } }),
      isSame: one.ID === other.ID,
    };
  },

  async abortsARequest(_setting, client) {
    const controller = new AbortController();
    const aborted = errorOf(client.contacts.list({ signal: controller.signal }));
    controller.abort();
    return {
      aborted: await aborted,
      late: await errorOf(client.contacts.list({ signal: controller.signal })),
    };
  },

  async reportsAServiceThatIsAway() {
    const client = createClient({ url: 'http://127.0.0.1:1', retries: 0 });
    return errorOf(client.settings.public());
  },
} satisfies Record<string, Scenario>;

/** Runs a scenario with a client of the user. */
export async function runScenario(name: keyof typeof scenarios, setting: Setting): Promise<unknown> {
  const { url, username, password } = setting;
  const scenario: Scenario = scenarios[name];
  return scenario(setting, createClient({ url, auth: { username, password } }));
}
