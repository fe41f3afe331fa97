import { searchCheck, searchStatus } from '@svc/contracts';
import { sideBySide } from '@svc/service-kit';
import { readEvents, until } from '@svc/testing';
import { api, done, type Api } from '../../support/http.ts';
import type { World } from '../../support/world.ts';
import { contacts as path } from '../client-at-work.ts';
import type { Ledger, StormContact } from './ledger.ts';
import type { Others } from './writer.ts';

/** Concurrent checks of contacts. */
const width = 8;

/** Compares all acknowledged writes with what the service shows afterwards. Each difference is a broken promise of the ledger. */
export async function checkPromises(world: World, ledger: Ledger, others: Others) {
  await world.settled();
  const doors = new Map(ledger.contacts.map(({ writer }) => [writer, api(world, writer)]));
  const guest = api(world, others.guest.token);
  const published = await publishedVersions(world);
  await sideBySide(ledger.contacts, width, async (contact) => {
    const http = doors.get(contact.writer) as Api;
    const problems = contact.isDeleted
      ? await problemsOfDeleted(contact, http)
      : [
          ...(await problemsOf(contact, http)),
          ...(await problemsOfEvents(contact, http, published)),
          ...(await problemsOfGuest(contact, guest)),
        ];
    for (const problem of problems) ledger.break(`contact ${contact.id} (${contact.name}): ${problem}`);
  });
  for (const [token, http] of doors) {
    const own = ledger.contacts.filter(({ writer }) => writer === token);
    for (const problem of await problemsOfList(own, http)) ledger.break(problem);
  }
  const notified = await checkMentions(world, ledger, others);
  const indexed = await checkIndex(world, ledger);
  return { contacts: ledger.contacts.length, notified, indexed };
}

const difference = (what: string, found: unknown, expected: unknown): string[] => {
  const shown = JSON.stringify(found);
  const wanted = JSON.stringify(expected);
  return shown === wanted ? [] : [`${what}: ${shown} instead of ${wanted}`];
};

interface ShownContact {
  name: string;
  nickname?: string;
  relation?: { ID: number }[];
}

interface Row {
  object_note: string;
  action: string;
}

/** The differences of a contact, its history and its comments from the acknowledged writes. */
async function problemsOf(contact: StormContact, http: Api): Promise<string[]> {
  const record = `${path}/${contact.id}`;
  const shown = await done(http.get<ShownContact>(record));
  const { activity } = await done(http.get<{ activity: Row[] }>(`${record}/activity`));
  const { comments } = await done(
    http.get<{ comments: { comment_content: string; comment_type: string }[] }>(`${record}/comments`, {
      query: { number: 1_000 },
    }),
  );
  const nicknames = activity
    .map(({ object_note: note }) => /^Nickname changed to (.*)$/.exec(note)?.[1])
    .filter((nickname) => nickname !== undefined);
  const rowsOf = (beginning: string) =>
    activity.filter(({ object_note: note }) => note.startsWith(beginning) && note.includes('Greta')).length;
  const texts = comments.map(({ comment_content: text }) => text);
  return [
    ...difference('name', shown.name, contact.name),
    ...difference('nickname', shown.nickname ?? null, contact.nicknames.at(-1) ?? null),
    ...difference('connections', ids(shown.relation ?? []), [...contact.connected].sort(byNumber)),
    ...difference('history of the nickname', nicknames.sort(), [...contact.nicknames].sort()),
    ...difference('shares in the history', rowsOf('Shared with'), contact.shares.added),
    ...difference('removed shares in the history', rowsOf('Unshared with'), contact.shares.removed),
    ...difference('comments', texts.sort(), [...contact.comments].sort()),
  ];
}

const byNumber = (one: number, other: number) => one - other;
const ids = (records: readonly { ID: number }[]) => records.map(({ ID }) => ID).sort(byNumber);

async function problemsOfDeleted({ id }: StormContact, http: Api): Promise<string[]> {
  const { status } = await http.get(`${path}/${id}`);
  return difference('status of a deleted contact', status, 403);
}

async function problemsOfGuest({ id, isShared }: StormContact, guest: Api): Promise<string[]> {
  const { status } = await guest.get(`${path}/${id}`);
  return difference('status for the guest', status, isShared ? 200 : 403);
}

/** The versions of records of which the stream has an event; consumers ignore a second event with the same id. */
async function publishedVersions({ bus }: World): Promise<Map<number, Set<number>>> {
  const versions = new Map<number, Set<number>>();
  for (const entity of ['record', 'share', 'follow']) {
    for (const { data } of await readEvents(bus, `svc.events.${entity}.contacts.*`)) {
      const { id, version } = versionIn(data);
      versions.set(id, (versions.get(id) ?? new Set()).add(version));
    }
  }
  return versions;
}

function versionIn(data: Readonly<Record<string, unknown>>): { id: number; version: number } {
  const { record, share, follow } = data as Partial<
    Record<string, { id?: number; record_id?: number; version: number }>
  >;
  const { id, record_id: recordId, version = 0 } = record ?? share ?? follow ?? {};
  return { id: id ?? recordId ?? 0, version };
}

/** Every version of a contact, which its entity tag names, has an event. */
async function problemsOfEvents(
  { id }: StormContact,
  http: Api,
  published: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<string[]> {
  const { headers } = await http.get(`${path}/${id}`);
  const version = Number(/^"(\d+)\./.exec(headers.get('etag') ?? '')?.[1]);
  const expected = Array.from({ length: version }, (_, at) => at + 1);
  return difference('versions with an event', [...(published.get(id) ?? [])].sort(byNumber), expected);
}

/** A writer sees exactly its own contacts, each once: a write that was carried out twice would have made another one. */
async function problemsOfList(own: readonly StormContact[], http: Api): Promise<string[]> {
  const shown: number[] = [];
  for (let offset = 0; ; offset += 1_000) {
    const { posts, total } = await done(
      http.get<{ posts: { ID: number; type?: { key: string } }[]; total: number }>(path, {
        query: { type: ['access'], limit: 1_000, offset, sort: 'ID', fields_to_return: ['name', 'type'] },
      }),
    );
    shown.push(...ids(posts));
    if (shown.length >= total || posts.length === 0) break;
  }
  const alive = own.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
  const known = new Set(own.map(({ id }) => id));
  const missing = alive.filter((id) => !shown.includes(id));
  const others = shown.filter((id) => !known.has(id));
  return [...difference('missing in the list', missing, []), ...difference('more in the list', others, [])];
}

interface ShownNotification {
  notification_name: string;
  notification_note: string;
}

/** Each mention notifies once; a deleted contact has no notifications. Returns the number of mentions. */
async function checkMentions(world: World, ledger: Ledger, { mentioned }: Others): Promise<number> {
  const http = api(world, mentioned.token);
  const notes: string[] = [];
  for (;;) {
    const json = { all: true, page: notes.length, limit: 1_000, mentions: true };
    const page = await done(
      http.post<ShownNotification[]>('svc/v1/notifications/get_notifications', { json }),
    );
    if (page.length === 0) break;
    notes.push(...page.map(({ notification_note: note }) => note));
  }
  const mentions = ledger.contacts.flatMap(({ mentions: own, isDeleted }) =>
    own.map((about) => ({ about, expected: isDeleted ? 0 : 1 })),
  );
  for (const { about, expected } of mentions) {
    const count = notes.filter((note) => note.includes(about)).length;
    for (const problem of difference(`notifications of ${about}`, count, expected)) ledger.break(problem);
  }
  return mentions.length;
}

/** Compares every document of the search index with its source. Returns the number of compared documents. */
async function checkIndex(world: World, ledger: Ledger): Promise<number> {
  // An earlier check may still run, such as one that a gap in the stream has caused.
  const began = await until(async () => {
    const { check, has_begun: isNew } = await world.ask(searchCheck, { is_thorough: true });
    if (!isNew) throw new Error('another check of the index runs');
    return check.begun_at;
  });
  const check = await until(async () => {
    const { check: last } = await world.ask(searchStatus, {});
    if (last?.begun_at !== began || last.ended_at === undefined) throw new Error('the check runs');
    return last;
  });
  if (check.failure !== undefined) ledger.break(`the check of the index failed: ${check.failure}`);
  for (const part of ['records', 'comments'] as const) {
    const { missing, stale, left_over: leftOver } = check[part];
    const found = { missing, stale, leftOver };
    const none = { missing: 0, stale: 0, leftOver: 0 };
    for (const problem of difference(`index of ${part}`, found, none)) ledger.break(problem);
  }
  return check.records.compared + check.comments.compared;
}
