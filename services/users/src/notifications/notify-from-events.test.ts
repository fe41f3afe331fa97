import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  recordsViewable,
  systemActor,
  usersDisable,
  usersMarkAllNotificationsViewed,
  usersMarkNotificationUnread,
  usersMarkNotificationViewed,
  usersNewNotificationsCount,
  usersNotifications,
  usersSwitchPreference,
  type Actor,
  type InputOf,
  type OutputOf,
  type ViewEvent,
} from '@svc/contracts';
import { allDone } from '@svc/testing';
import {
  audienceOf,
  commentEvent,
  doer,
  recordEvent,
  shareEvent,
  subjectOf,
  viewEvent,
} from '../testing/told-events.ts';
import { harnessOfSuite } from '../testing/users-harness.ts';
import type { NotifiedEvent } from './notifiable-event.ts';

type Shown = OutputOf<typeof usersNotifications>[number];

const harness = harnessOfSuite(1, { PUBLIC_URL: 'https://records.test' });
let mona: Actor;
let mike: Actor;
let dora: Actor;
/** Records that the stand-in for records lets everybody view, with their names. */
const viewable = new Map<number, string>();
const hit = { post_type: 'contacts', post_date: '', version: 1 };
let lastRecord = 1_000;

beforeAll(async () => {
  await harness.harness.standIn(recordsViewable, ({ ids }) => ({
    records: ids.filter((id) => viewable.has(id)).map((id) => ({ ...hit, id, name: viewable.get(id) ?? '' })),
  }));
  mona = await harness.newUser('mona', { name: 'Mona' });
  mike = await harness.newUser('mike', { name: 'Mike' });
  dora = await harness.newUser('dora', { name: 'Dora', roles: ['dispatcher'] });
});

let record: number;
beforeEach(async () => {
  record = lastRecord += 1;
  for (const actor of [mona, mike, dora]) await markAll(actor, actor.userId);
});

/** Publishes events as services do, and waits until each is handled. */
async function publish(...events: readonly (NotifiedEvent | ViewEvent)[]): Promise<void> {
  for (const event of events) await harness.harness.publish({ subject: subjectOf(event), content: event });
  await allDone(harness.harness.bus, []);
}

const page = (actor: Actor, input: Partial<InputOf<typeof usersNotifications>> = {}) =>
  harness.call(usersNotifications, { all: true, page: 0, limit: 100, ...input }, actor);
const count = (actor: Actor) => harness.call(usersNewNotificationsCount, {}, actor);
const markViewed = (actor: Actor, id: number) => harness.call(usersMarkNotificationViewed, { id }, actor);
const markUnread = (actor: Actor, id: number) => harness.call(usersMarkNotificationUnread, { id }, actor);
const markAll = (actor: Actor, userId: number) =>
  harness.call(usersMarkAllNotificationsViewed, { user_id: userId }, actor);

/** What a user was told of the test's own record. */
async function of(actor: Actor): Promise<Shown[]> {
  return (await page(actor)).filter(({ post_id: id }) => id === String(record));
}

const names = async (actor: Actor) => (await of(actor)).map(({ notification_name: name }) => name);

const assigned = (assignee: Actor, part: Parameters<typeof recordEvent>[1] = {}) =>
  recordEvent('updated', {
    record: { id: record },
    changed: { assigned_to: { before: null, after: assignee.userId } },
    written: ['assigned_to'],
    audience: audienceOf({ assigned_to: assignee.userId }),
    ...part,
  });

const commented = (
  part: Parameters<typeof commentEvent>[1] = {},
  verb: 'created' | 'updated' | 'deleted' = 'created',
) =>
  commentEvent(verb, {
    ...part,
    about: {
      id: record,
      record_id: record,
      audience: audienceOf({ following: [mike.userId] }),
      ...part.about,
    },
  });

test('a notification has the format of the API', async () => {
  const at = new Date('2026-11-20T12:25:16.700Z');
  const content = `@[Mike](${mike.userId}) look`;
  await publish(
    commented({
      at,
      actor: { ...doer, user_id: mona.userId },
      about: { author_id: mona.userId, mentions: [mike.userId], content, type: 'email' },
    }),
  );
  expect(await of(mike)).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      user_id: String(mike.userId),
      source_user_id: String(mona.userId),
      post_id: String(record),
      secondary_item_id: String(record),
      notification_name: 'mention',
      notification_action: 'mentioned',
      notification_note: `Mona mentioned you on <a href="https://records.test/contacts/${record}">Ada</a> saying: \r\n\r\n @Mike look`,
      date_notified: '2026-11-20 12:25:16',
      is_new: '1',
      channels: 'web, email',
      field_key: 'comments',
      field_value: '',
      post_title: 'Ada',
      pretty_time: [expect.stringMatching(/ ago$/), '11/20/2026'],
    },
  ]);
});

test.each([
  ['the author of a comment without a user', { author_name: 'Transfer Bot' }, 'user', 'Transfer Bot'],
  ['a site link', {}, 'site_link', 'Form'],
  ['the system', {}, 'system', 'System'],
] as const)('the note names the actor: %s', async (_who, about, kind, name) => {
  const actor = { kind, user_id: 0, display_name: 'Form' };
  await publish(commented({ about: { ...about, author_id: 0 }, actor }));
  const [shown] = await of(mike);
  expect(shown?.notification_note).toMatch(new RegExp(`^${name} commented on `));
  expect(shown?.source_user_id).toBe('0');
});

test('the note has the current name of a record that the caller may view, else the former one', async () => {
  const milestones = {
    changed: { milestones: { added: ['en'], removed: [] } },
    written: ['milestones'],
    milestones: 'milestones',
  };
  const audience = audienceOf({ following: [mike.userId] });
  const actor = { kind: 'user' as const, user_id: mona.userId, display_name: 'Mona as she was' };
  await publish(
    recordEvent('updated', { ...milestones, record: { id: record, name: 'As told' }, audience, actor }),
  );
  const note = async () => (await of(mike))[0]?.notification_note;
  const says = (title: string) =>
    `Mona added milestone English on <a href="https://records.test/contacts/${record}">${title}</a>.`;
  expect(await note()).toBe(says('As told'));
  viewable.set(record, 'As it is');
  expect(await note()).toBe(says('As it is'));
  expect((await of(mike))[0]?.post_title).toBe('As it is');
});

test('the actor, disabled users and unknown users get no notification', async () => {
  const leaver = await harness.newUser('lea');
  await harness.ask(usersDisable, { username: 'lea', disabled: true });
  const following = [mike.userId, leaver.userId, 99_999, mona.userId];
  const actor = { kind: 'user' as const, user_id: mike.userId, display_name: 'Mike' };
  const { userId } = mike;
  await publish(commented({ actor, about: { author_id: userId, audience: audienceOf({ following }) } }));
  expect([await names(mike), await names(mona), await names(leaver)]).toEqual([[], ['comment'], []]);
});

test('a user who asks to follow is notified if they may view all records of the type', async () => {
  const audience = audienceOf({ asking: [mike.userId, dora.userId] });
  const phone = { changed: { contact_phone: { added: [{}], removed: [] } }, written: ['contact_phone'] };
  await publish(recordEvent('updated', { ...phone, record: { id: record, post_type: 'groups' }, audience }));
  expect([await names(mike), await names(dora)]).toEqual([[], ['contact_info_update']]);
});

test('a sub-assignment notifies the user of the assigned contact', async () => {
  const users = harness.collection<{ _id: number; contactId: number }>('users');
  const stored = await users.findOne({ _id: mike.userId });
  const contact = stored?.contactId ?? 0;
  const changed = { subassigned: { added: [contact], removed: [] } };
  const audience = audienceOf({ subassigned: [contact] });
  await publish(
    recordEvent('updated', { record: { id: record }, changed, written: ['subassigned'], audience }),
  );
  expect(await names(mike)).toEqual(['subassigned']);
});

test('a user with follow_all is notified of comments for which their capability is declared', async () => {
  const follow = () => harness.call(usersSwitchPreference, { preference_key: 'follow_all' }, dora);
  const commentFor = (id: number, capability?: string, about: object = {}) => {
    const audience = audienceOf({ ...(capability && { followed_by_all: capability }) });
    return publish(commented({ about: { id, audience, ...about } }));
  };
  const theirs = 'dt_all_access_contacts';
  await follow();
  await commentFor(record, theirs);
  await commentFor(record + 3_000, theirs, { post_type: 'groups' });
  await commentFor(record + 4_000, 'manage_dt');
  await commentFor(record + 5_000);
  await follow();
  await commentFor(record + 6_000, theirs);
  const ids = (await of(dora)).map(({ secondary_item_id: id }) => Number(id));
  expect(ids.sort()).toEqual([record, record + 3_000]);
});

test('a notification has the channels enabled at its time and is dropped without any', async () => {
  const toggle = (key: string) => harness.call(usersSwitchPreference, { preference_key: key }, mike);
  await toggle('comments_email');
  await publish(commented());
  expect((await of(mike)).map(({ channels }) => channels)).toEqual(['web']);
  await toggle('comments_web');
  await publish(commented({ about: { id: record + 5_000 } }));
  await toggle('comments_email');
  await publish(commented({ about: { id: record + 6_000 } }));
  expect(await of(mike)).toHaveLength(1);
  await toggle('comments_web');
  const stored = harness.collection('notifications').find({ 'record.id': record });
  expect(await stored.toArray()).toMatchObject([{ channels: ['web'] }, { channels: ['email'] }]);
});

test('an event that is delivered twice makes one notification', async () => {
  const event = assigned(mike);
  await publish(event);
  await markViewed(mike, Number((await of(mike))[0]?.id));
  const before = await of(mike);
  await publish(event, event);
  expect(await of(mike)).toEqual(before);
});

test('deleting a record or comment deletes its notifications and suppresses later ones', async () => {
  await publish(assigned(mike), commented());
  expect(await names(mike)).toHaveLength(2);
  await publish(commented({}, 'deleted'));
  expect(await names(mike)).toEqual(['assigned_to']);
  await publish(commented());
  expect(await names(mike)).toEqual(['assigned_to']);
  await publish(
    recordEvent('deleted', { record: { id: record } }),
    assigned(mike),
    shareEvent({ about: { record_id: record, user_id: mike.userId } }),
  );
  expect(await names(mike)).toEqual([]);
});

test('no text of a deleted comment is kept, also of events after its deletion', async () => {
  const id = record + 5_000;
  const changed = (version: number) =>
    commented({ about: { id, content: `text ${version}`, version } }, 'updated');
  await publish(changed(2), commented({ about: { id } }, 'deleted'), changed(3));
  const marks = harness.collection<{ _id: string }>('notification_marks');
  const _id = `comment/${id}`;
  expect(await marks.findOne({ _id })).toEqual({ _id, isGone: true, at: expect.any(Date) });
});

test('viewers of the record read the last version of a comment, whatever the order of its events', async () => {
  viewable.set(record, 'Ada');
  const text = (version: number, verb: 'created' | 'updated' = 'updated') =>
    commented({ about: { content: `text ${version}`, version } }, verb);
  await publish(text(3), text(2), text(1, 'created'));
  const note = async () => (await of(mike))[0]?.notification_note;
  expect(await note()).toMatch(/text 3$/);
  await publish(text(4), text(2));
  expect(await note()).toMatch(/text 4$/);
  viewable.delete(record);
  expect(await note()).toMatch(/text 1$/);
});

const viewAt = ({ userId: user_id }: Actor, ...times: Date[]) => {
  const view = { user_id, post_type: 'contacts', record_id: record };
  return viewEvent(times.map((at) => ({ ...view, at: at.toISOString() })));
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test('a view marks earlier notifications as read, in any order of events, and no later ones', async () => {
  const isUnread = async () => (await of(mike)).map(({ is_new: each }) => each);
  await publish(assigned(mike, { at: minutes(-10) }), viewAt(mona, minutes(-5)));
  expect(await isUnread()).toEqual(['1']);
  await publish(viewAt(mike, minutes(-11), minutes(-5), minutes(-12)));
  expect(await isUnread()).toEqual(['0']);
  await publish(
    viewAt(mike, minutes(-7)),
    assigned(mike, { at: minutes(-6) }),
    assigned(mike, { at: minutes(-4) }),
  );
  expect(await isUnread()).toEqual(['1', '0', '0']);
});

test('a notification marked as unread stays unread until the next view', async () => {
  const view = viewAt(mike, minutes(-5));
  await publish(assigned(mike, { at: minutes(-10) }), view);
  const id = Number((await of(mike))[0]?.id);
  expect([await markUnread(mike, id), await markUnread(mike, id)]).toEqual([1, 0]);
  await publish(view);
  expect(await count(mike)).toBe(1);
  await publish(viewAt(mike, minutes(5)));
  expect(await count(mike)).toBe(0);
});

test('notifications are listed newest first, by page, and filtered by unread or mentions', async () => {
  const mention = { type: 'email', mentions: [mike.userId] };
  await publish(
    assigned(mike, { at: minutes(1) }),
    commented({ at: minutes(2), about: mention }),
    assigned(mike, { at: minutes(3) }),
  );
  const shown = async (input: Partial<InputOf<typeof usersNotifications>>) =>
    (await page(mike, { ...input })).map(({ notification_name: name }) => name).slice(0, 3);
  expect(await shown({})).toEqual(['assigned_to', 'mention', 'assigned_to']);
  expect(await shown({ limit: 1, page: 1 })).toEqual(['mention']);
  expect(await shown({ limit: '2', page: '1' })).toEqual(['mention', 'assigned_to']);
  expect(await shown({ limit: 0 })).toEqual([]);
  expect((await page(mike, { mentions: true }))[0]?.notification_name).toBe('mention');
  expect(new Set(await shown({ mentions: 'true' }))).toEqual(new Set(['mention']));
  expect(await count(mike)).toBe(3);
  const latest = Number((await of(mike))[0]?.id);
  expect([await markViewed(mike, latest), await markViewed(mike, latest)]).toEqual([1, 0]);
  expect(await shown({ all: false })).toEqual(['mention', 'assigned_to']);
  expect(await shown({ all: null })).toEqual(['mention', 'assigned_to']);
  expect([await markAll(mike, mike.userId), await markAll(mike, mike.userId)]).toEqual([2, 0]);
  expect([await count(mike), await shown({ all: false })]).toEqual([0, []]);
});

test.each<[Record<string, unknown>]>([
  [{}],
  [{ page: 0 }],
  [{ limit: 10 }],
  [{ page: null, limit: 10 }],
  [{ page: '', limit: '' }],
])('a list without page and limit is refused: %j', async (input) => {
  await expect(harness.call(usersNotifications, input, mike)).rejects.toMatchObject({
    code: 'notification_param_error',
    status: 400,
    message: 'Please set the page and limit query parameters',
  });
});

test('notifications of other users cannot be read or changed', async () => {
  await publish(assigned(mike));
  const id = Number((await of(mike))[0]?.id);
  const link = { ...systemActor('form'), kind: 'site_link' as const, siteLinkId: 7 };
  for (const attempt of [
    () => markViewed(mona, id),
    () => markUnread(mona, id),
    () => markViewed(mona, 9_999_999),
    () => markAll(mona, mike.userId),
    () => markViewed(link, id),
    () => markAll(link, 0),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'rest_forbidden', status: 403 });
  const [refusal, ofNone] = [id, 9_999_999].map((each) => markViewed(mona, each).catch(String));
  expect(await refusal).toBe(await ofNone);
  expect(await count(mike)).toBe(1);
  expect([await page(link), await count(link)]).toEqual([[], 0]);
});
