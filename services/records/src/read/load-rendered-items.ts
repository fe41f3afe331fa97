import { mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { mapInSlices, TimeSlice } from '@svc/service-kit';
import { loadConnections } from './load-connections.ts';
import { shownConnections } from '../model/connection-item.ts';
import { degreesOf, shownOnPage } from './shown-connections.ts';
import type { ReadDeps } from './read-deps.ts';
import { readWithDeadline, type ReadCall } from '../store/read-with-deadline.ts';
import type { RecordVersion, VersionedRecord } from '../model/record.ts';
import type { ItemPlan } from './read-plans.ts';
import { renderItem, type RenderedItem } from './rendered-item.ts';
import { isTopLevel } from '../model/stored-value.ts';

/** Maximum bytes of stored records in a page; about a hundred times those of a usual page. */
const largestPage = 32 * 1024 * 1024;

type Deps = Pick<ReadDeps, 'records' | 'edges' | 'cache' | 'site'>;

interface Loaded {
  readonly record: VersionedRecord;
  readonly storedBytes: number;
}

/** A record as it is read if no field is requested. */
type Fieldless = Omit<VersionedRecord, 'fields'>;

/**
 * The items of a page without names and private values: from the cache, or rendered from the records and their connections, which take two
 * queries in all.
 * @throws ServiceError `search_viewable_post` for a page that is too large.
 */
export async function loadRenderedItems(
  call: ReadCall,
  deps: Deps,
  plan: ItemPlan,
  page: readonly RecordVersion[],
): Promise<RenderedItem[]> {
  const known = page.flatMap((version) => deps.cache.items.find(plan.id, version) ?? []);
  const size = known.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  if (size > largestPage) throw tooLarge();
  const knownIds = new Set(known.map(({ id }) => id));
  const missing = page.map(({ _id }) => _id).filter((id) => !knownIds.has(id));
  const loaded = await loadRecords(call, deps, { plan, ids: missing, room: largestPage - size });
  const most = shownOnPage([
    ...known.flatMap(({ degrees }) => degrees),
    ...loaded.flatMap(({ record }) => degreesOf(record, plan.shown)),
  ]);
  if (most !== shownConnections.listed) {
    // The page has so many connections that each item shows fewer than usual; these items are not cached.
    const all = await loadRecords(call, deps, { plan, ids: page.map(({ _id }) => _id), room: largestPage });
    return inOrder(page, await makeItems(call, deps, plan, { loaded: all, most }));
  }
  const made = await makeItems(call, deps, plan, { loaded, most });
  for (const item of made) deps.cache.items.keep(plan.id, item);
  return inOrder(page, [...known, ...made]);
}

async function makeItems(
  call: ReadCall,
  deps: Deps,
  plan: ItemPlan,
  { loaded, most }: { loaded: readonly Loaded[]; most: number },
): Promise<RenderedItem[]> {
  const records = loaded.map(({ record }) => record);
  const connections = await loadConnections(call, deps, { records, fields: plan.shown, most });
  return mapInSlices(loaded, ({ record, storedBytes }) =>
    renderItem(plan, deps.site, { record, storedBytes, connected: connections.get(record._id) ?? {} }),
  );
}

async function loadRecords(
  { deadline, snapshot }: ReadCall,
  deps: Pick<Deps, 'records'>,
  { plan, ids, room }: { plan: ItemPlan; ids: readonly number[]; room: number },
): Promise<Loaded[]> {
  if (ids.length === 0) return [];
  return readWithDeadline(deadline, async (maxTimeMS) => {
    const loaded: Loaded[] = [];
    const slice = new TimeSlice();
    let size = 0;
    const query = deps.records.find({ _id: { $in: ids } }, shownPaths(plan)).session(snapshot ?? null);
    const found: unknown = query
      .maxTimeMS(maxTimeMS)
      .lean()
      .cursor({ batchSize: ids.length + 1 });
    for await (const record of found as AsyncIterable<VersionedRecord | Fieldless>) {
      const storedBytes = mongo.BSON.calculateObjectSize(record);
      size += storedBytes;
      if (size > room) throw tooLarge();
      loaded.push({ record: { fields: {}, ...record }, storedBytes });
      if (slice.isOver) await slice.end();
    }
    return loaded;
  });
}

/** Records that were deleted in the meantime are left out. */
function inOrder(page: readonly RecordVersion[], items: readonly RenderedItem[]): RenderedItem[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return page.flatMap(({ _id }) => byId.get(_id) ?? []);
}

function tooLarge(): ServiceError {
  const message =
    'The page would be too large; request fewer records with limit, or fewer fields with fields_to_return.';
  return new ServiceError('search_viewable_post', message, { status: 400 });
}

/** The paths of stored records from which their items are rendered. */
function shownPaths({ shown, postType }: ItemPlan): Record<string, 1> {
  const beside = { postType: 1, name: 1, createdAt: 1, lastModified: 1, degrees: 1, version: 1 } as const;
  if (shown.length === postType.fields.size) return { ...beside, fields: 1 };
  const paths = shown.filter(({ key }) => !isTopLevel(key)).map(({ key }) => [`fields.${key}`, 1] as const);
  return { ...beside, ...Object.fromEntries(paths) };
}
