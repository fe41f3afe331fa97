import { type Connected, isDescribed, type ConnectionItem } from '../model/connection-item.ts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import type { EdgeDocument, End } from '../model/edge.ts';
import type { Snapshot } from '../store/in-snapshot.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { ListedRecord } from '../model/record.ts';
import { plainLinks } from '../model/links.ts';
import { edgeBetween, edgesOf, endName, endOf, otherEnd } from '../model/side.ts';

type Deps = Pick<Collections, 'edges'>;
type ReadCall = Pick<Call, 'deadline'> & { readonly snapshot?: Snapshot };

/** The ends of these records whose connections one query brings. */
interface Part {
  readonly field: Field;
  readonly end: End;
  readonly ids: readonly number[];
}

/**
 * The first connections of several records, in the order in which they were made, by record. Where the terms of a record say all of them
 * they are taken from there; of the others, one query for all that have few, and one more for each field of a record that has more than
 * are shown.
 */
export async function loadConnections(
  call: ReadCall,
  deps: Deps,
  wanted: { records: readonly ListedRecord[]; fields: readonly Field[]; most: number },
): Promise<ReadonlyMap<number, Connected>> {
  const { records, most } = wanted;
  const few: Part[] = [];
  const many: Part[] = [];
  const loaded = new Map<number, Record<string, readonly ConnectionItem[]>>();
  const plain = records.map(({ linkTerms: links = [] }) => plainLinks(links));
  for (const field of wanted.fields.filter(({ type }) => type.storage === 'edges')) {
    const end = endOf(field);
    const name = endName(end);
    const withFew: number[] = [];
    for (const [index, { _id, degrees }] of records.entries()) {
      const degree = degrees?.[name] ?? 0;
      if (degree === 0) continue;
      const ids = plain[index]?.get(name);
      if (ids?.length === degree)
        connectedOf(loaded, _id)[field.key] = ids.slice(0, most).map((id) => ({ id }));
      else if (degree <= most) withFew.push(_id);
      else many.push({ field, end, ids: [_id] });
    }
    if (withFew.length > 0) few.push({ field, end, ids: withFew });
  }
  const load = async (parts: readonly Part[], find: () => Promise<readonly EdgeDocument[]>) => {
    const edges = await find();
    for (const part of parts) placeEdges(edges, part, loaded);
  };
  await Promise.all([
    few.length > 0 ? load(few, () => findFew(call, deps, few, { records, most })) : undefined,
    ...many.map((part) => load([part], () => findEdges(call, deps, edgesOf(part.end, part.ids), most))),
  ]);
  return loaded;
}

function connectedOf<Items>(
  loaded: Map<number, Record<string, Items>>,
  recordId: number,
): Record<string, Items> {
  const known = loaded.get(recordId);
  if (known) return known;
  const connected: Record<string, Items> = {};
  loaded.set(recordId, connected);
  return connected;
}

/** All connections of some ends. Where these are most that their records have, the database need not look at each end by itself. */
async function findFew(
  call: ReadCall,
  deps: Deps,
  parts: readonly Part[],
  { records, most }: { records: readonly ListedRecord[]; most: number },
): Promise<readonly EdgeDocument[]> {
  const ids = [...new Set(parts.flatMap((part) => part.ids))];
  const asked = new Set(ids);
  const isLight = records.every(
    ({ _id, degrees = {} }) => !asked.has(_id) || sum(Object.values(degrees)) <= most,
  );
  const ends =
    parts.length > maxEnds && isLight
      ? [{ from: { $in: ids } }, { to: { $in: ids } }]
      : parts.map(({ end, ids: ofPart }) => edgesOf(end, ofPart));
  const edges = await readEdges(call, deps, { $or: ends }, {});
  return edges.toSorted(inOrder);
}

function inOrder(one: EdgeDocument, other: EdgeDocument): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || one.position - other.position;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The connections between one record and these others. */
export async function loadNamedConnections(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: { recordId: number; end: End; ids: readonly number[] },
): Promise<ConnectionItem[]> {
  const { recordId, end, ids } = wanted;
  if (ids.length === 0) return [];
  const edgeIds = ids.map((id) => edgeBetween(end, recordId, id)._id);
  const edges = await findEdges(call, deps, { _id: { $in: edgeIds } });
  return edges.map((edge) => itemOf(edge, recordId));
}

/** The first connections of one record at one end. */
export async function loadFirstConnections(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: { recordId: number; end: End; limit: number },
): Promise<ConnectionItem[]> {
  const { recordId, end, limit } = wanted;
  const edges = await findEdges(call, deps, edgesOf(end, recordId), limit);
  return edges.map((edge) => itemOf(edge, recordId));
}

/** From so many on, all connections of the records are read at once: planning a query for each end takes longer. */
const maxEnds = 2;

/** So many come with the first answer of the database: more than a page shows. */
const edgesAtOnce = 25_000;

/** In the order in which they were made. */
function findEdges(
  call: ReadCall,
  deps: Deps,
  filter: Record<string, unknown>,
  limit = 0,
): Promise<EdgeDocument[]> {
  return readEdges(call, deps, filter, { sort: { createdAt: 1, position: 1 }, limit });
}

function readEdges(
  { deadline, snapshot }: ReadCall,
  deps: Deps,
  filter: Record<string, unknown>,
  options: { sort?: Record<string, 1>; limit?: number },
): Promise<EdgeDocument[]> {
  return readWithDeadline(deadline, (maxTimeMS) =>
    deps.edges
      .find(filter, null, options)
      .session(snapshot ?? null)
      .batchSize(edgesAtOnce)
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
}

function placeEdges(
  edges: readonly EdgeDocument[],
  { field, end, ids }: Part,
  loaded: Map<number, Record<string, readonly ConnectionItem[]>>,
): void {
  const placed = new Map<number, ConnectionItem[]>(ids.map((id) => [id, []]));
  for (const edge of edges) {
    if (edge.key !== end.key) continue;
    const candidates = end.side === 'any' ? [edge.from, edge.to] : [edge[end.side]];
    for (const id of candidates) placed.get(id)?.push(itemOf(edge, id));
  }
  for (const [id, items] of placed) if (items.length > 0) connectedOf(loaded, id)[field.key] = items;
}

/** An edge as a field of one of its records has it. */
export function itemOf(edge: EdgeDocument, recordId: number): ConnectionItem {
  const id = otherEnd(edge, recordId);
  return edge.meta && isDescribed(edge) ? { id, meta: edge.meta } : { id };
}
