import { createHash } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { recordsChanges, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, RawJson, type Call } from '@svc/service-kit';
import type { Model } from 'mongoose';
import { listAccess, type ListAccess } from '../../access/list-access.ts';
import { grantKeys } from '../../access/grant.ts';
import { allRecords, changedSince, type ChangesPage } from '../../changes/changed-since.ts';
import { readCursor, writeCursor, type Cursor } from '../../changes/cursor.ts';
import { notedPosition } from '../../changes/note-changes.ts';
import { askedList, listedType } from '../../lists/asked-list.ts';
import { visibleTo } from '../../lists/plan/find-by.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import type { PostType } from '../../model/post-type.ts';
import { filteredItems, loadPage, presentPage } from '../../read/present-page.ts';
import { inSnapshot } from '../../store/read-with-deadline.ts';
import type { RecordChangeDocument } from '../../store/record-change-model.ts';

/** The parts that changes since a cursor need. */
export interface ChangesDeps extends ListDeps {
  readonly recordChanges: Model<RecordChangeDocument>;
  readonly bus: NatsConnection;
}

const defaultLimit = 100;

/** The changes that the caller sees since a cursor, in present states; without a cursor all records that they see, in pages. */
export const changes = defineHandler(recordsChanges, async (call, deps: ChangesDeps) => {
  const { post_type: key, since, limit = defaultLimit } = call.input;
  const postType = listedType(call.actor, deps.postTypes, key);
  // The position comes first: every change that is noted later is part of a later answer.
  const noted = await notedPosition(deps.bus);
  const access = await listAccess(call, deps, postType);
  const base = { created: noted.created, rights: digestOf(access) };
  const begin: Cursor = { ...base, at: Date.now(), from: noted.seq, sent: noted.seq, afterId: 0 };
  const cursor = since === undefined ? begin : readCursor(since, base);
  const { grants, found } = await askedList(call, deps, postType, { query: {} });
  const reading = { postType: key, access, visible: visibleTo(grants, found), limit };
  const { page, items, versions } = await inSnapshot(deps.store.connection, async (snapshot) => {
    const on = { ...call, snapshot };
    const made =
      cursor.afterId === undefined
        ? await changedSince(on, deps, reading, { cursor, noted: noted.seq })
        : await allRecords(on, deps, reading, cursor);
    const plan = deps.itemPlans.of(postType, [...postType.fields.values()]);
    const loaded = await loadPage(on, deps, plan, { records: made.records });
    return { page: made, items: loaded, versions: made.records };
  });
  const { json } = await presentPage(call, deps, items);
  const records = await shownItems(call, deps, postType, json);
  const next = writeCursor({ ...base, at: Date.now(), ...page.next });
  return new RawJson(answerOf(records, page, next, versions));
});

/** The items, after the filters of extensions if there are any. */
async function shownItems(call: Call, deps: ChangesDeps, postType: PostType, json: Buffer): Promise<Buffer> {
  if (!deps.hooks.hasFilters('svc_adjust_post_custom_fields')) return json;
  const items = JSON.parse(json.toString('utf8')) as Fields[];
  return Buffer.from(JSON.stringify(await filteredItems(call, deps, postType, items)));
}

function answerOf(
  records: Buffer,
  { removed, more }: ChangesPage,
  cursor: string,
  versions: ChangesPage['records'],
): Buffer {
  const rest: Omit<OutputOf<typeof recordsChanges>, 'records'> = {
    removed: [...removed],
    versions: Object.fromEntries(versions.map(({ _id, version }) => [_id, version])),
    cursor,
    more,
  };
  return Buffer.concat([
    Buffer.from('{"records":'),
    records,
    Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
  ]);
}

/** Changes with everything that decides which records of a type the caller sees, except their state. */
function digestOf({ grants, conditions }: ListAccess): string {
  const rights = JSON.stringify([grantKeys(grants).sort(), conditions !== undefined]);
  return createHash('sha256').update(rights).digest('base64url').slice(0, 16);
}
