import { turnOf } from '@svc/service-kit';
import type { RecordVersion } from '../model/record.ts';
import type { ListPlace } from '../query/list-query.ts';
import type { CachedPage } from '../cache/read-cache.ts';
import { hasPrivate, loadPrivateValues, type PrivateValuesByRecord } from '../read/load-states.ts';
import { loadPage, presentPage, type ItemForm, type LoadedItem } from '../read/present-page.ts';
import type { ItemPlan } from '../read/read-plans.ts';
import { inSnapshot, readLean, type Snapshot } from '../store/read-with-deadline.ts';
import type { FoundPage } from './found-page.ts';
import { encodeCursor } from './list-cursor.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { ListCall } from './plan/visible-list.ts';

/** The form of a page, and the key of the list to which its cursors belong. */
export interface PageForm extends Required<ItemForm> {
  readonly plan: ItemPlan;
  readonly cursorKey: string;
  /** Whether the answer has cursors. */
  readonly hasCursors: boolean;
}

/** Finds the records of a page. */
export type Find = (
  on: ListCall & { readonly snapshot: Snapshot; readonly usesIndex: boolean },
) => Promise<FoundPage>;

/** How often a page of the name index is made again when one of its records changes meanwhile; then the database finds the page. */
const maxIndexed = 3;

/** Makes a page in its turn of the queue, where cached pages do not wait. */
export function makePage(call: ListCall, deps: ListDeps, form: PageForm, find: Find): Promise<CachedPage> {
  return deps.listQueries.run(turnOf(call), async () => {
    for (let tries = 1; ; tries += 1) {
      const page = await tryPage(call, deps, form, (on) => find({ ...on, usesIndex: tries <= maxIndexed }));
      if (page) return page;
    }
  });
}

/**
 * Finds the records of a page and reads their items with the names in them, all in one snapshot. Undefined when the name index found the
 * page and the snapshot has another version of one of its records: access and order were decided by the version of the index.
 */
function tryPage(
  call: ListCall,
  deps: ListDeps,
  { plan, cursorKey, hasCursors, hasTextIds }: PageForm,
  find: (on: ListCall & { readonly snapshot: Snapshot }) => Promise<FoundPage>,
): Promise<CachedPage | undefined> {
  return inSnapshot(deps.store.connection, async (snapshot) => {
    const found = await find({ ...call, snapshot });
    const { records, among, end, indexed } = found;
    const own = indexed && ownValues({ ...call, snapshot }, deps, plan, indexed.withOwnValues);
    const items = await loadPage({ ...call, snapshot }, deps, plan, { records, loadValues: own?.load });
    if (own && !(await areOfSnapshot({ ...call, snapshot }, deps, { records, items, read: own.read })))
      return undefined;
    own?.keep();
    // The cursor is written in parallel and awaited: a caller with the answer may request the next page.
    const [shown] = await Promise.all([
      presentPage(call, deps, items, { hasTextIds }),
      end && deps.cursors.keep(call, cursorKey, end),
    ]);
    const { json: posts, names, called } = shown;
    const others = othersOf(found, hasCursors ? cursorKey : undefined);
    const json = Buffer.concat([Buffer.from('{"posts":'), posts, Buffer.from(`${others}}`)]);
    return { json, end, ids: items.map(({ item }) => item.id), among, names, called };
  });
}

/** The JSON of an answer after its records: the total, and with the key of the list the cursors. */
function othersOf({ total, next, previous }: FoundPage, cursorKey: string | undefined): string {
  const counted = total === undefined ? '' : `,"total":${total}`;
  if (cursorKey === undefined) return counted;
  const cursor = (place: ListPlace | undefined) => (place ? `"${encodeCursor(place, cursorKey)}"` : 'null');
  return `${counted},"next_cursor":${cursor(next)},"previous_cursor":${cursor(previous)}`;
}

interface OwnValues {
  readonly load: () => Promise<PrivateValuesByRecord>;
  /** The records whose values are read in the snapshot. */
  readonly read: readonly RecordVersion[];
  /** Caches the values that were read, once their records are known to have these versions in the snapshot. */
  readonly keep: () => void;
}

/** The reader's private values in records of the name index: cached ones, and others from the snapshot. */
function ownValues(
  call: ListCall & { readonly snapshot: Snapshot },
  deps: Pick<ListDeps, 'cache' | 'privateValues'>,
  { shown }: ItemPlan,
  withOwnValues: readonly RecordVersion[],
): OwnValues {
  const { privateValues: cache } = deps.cache;
  const { userId } = call.actor;
  const records = hasPrivate(shown) ? withOwnValues : [];
  // Before the first read in the snapshot, and after the changes that the index has.
  const since = cache.moment;
  const known = cache.find(userId, records);
  const read = records.filter(({ _id }) => !known.has(_id));
  const ids = read.map(({ _id }) => _id);
  let values: PrivateValuesByRecord = new Map();
  return {
    read,
    load: async () => {
      values = await loadPrivateValues(call, deps, ids, shown);
      return new Map([...known, ...values]);
    },
    keep: () => cache.keep(userId, read, { values, since }),
  };
}

/**
 * Whether a page of the name index is one state of its records: items from the cache or the snapshot have the versions of the index, and so
 * have the records whose private values were read in the snapshot.
 */
async function areOfSnapshot(
  call: ListCall & { readonly snapshot: Snapshot },
  { records }: Pick<ListDeps, 'records'>,
  page: { records: readonly RecordVersion[]; items: readonly LoadedItem[]; read: readonly RecordVersion[] },
): Promise<boolean> {
  const versions = new Map(page.records.map(({ _id, version }) => [_id, version]));
  const isSame = ({ _id, version }: RecordVersion) => versions.get(_id) === version;
  const { items, read } = page;
  const areRead =
    items.length === page.records.length && items.every(({ item }) => isSame({ ...item, _id: item.id }));
  if (!areRead || read.length === 0) return areRead;
  const ids = read.map(({ _id }) => _id);
  const found = await readLean<RecordVersion[]>(call, records.find({ _id: { $in: ids } }, { version: 1 }));
  return found.length === ids.length && found.every(isSame);
}
