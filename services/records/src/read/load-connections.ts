import { type Connected, isDescribed, type ConnectionItem } from '../model/connection-item.ts';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import type { EdgeDocument, End } from '../model/edge.ts';
import { readLean, type ReadCall } from '../store/read-with-deadline.ts';
import type { ListedRecord } from '../model/record.ts';
import { plainLinks } from '../model/links.ts';
import { edgesOf, endName, endOf, otherEnd } from '../model/side.ts';

type Deps = Pick<Collections, 'edges'>;

/** Records and the end whose connections are read. */
interface Part {
  readonly field: Field;
  readonly end: End;
  readonly ids: readonly number[];
}

/**
 * The first connections of several records, oldest first, by record. They are taken from the record's own terms if these are complete.
 * Otherwise one query reads all ends with few connections, and another one each end with more connections than are shown.
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

/** All connections of some ends. If their records have few others, one query by record ids replaces the conditions per end. */
async function findFew(
  call: ReadCall,
  deps: Deps,
  parts: readonly Part[],
  { records, most }: { records: readonly ListedRecord[]; most: number },
): Promise<readonly EdgeDocument[]> {
  const ids = [...new Set(parts.flatMap((part) => part.ids))];
  const asked = new Set(ids);
  const degreeOf = ({ degrees = {} }: ListedRecord) =>
    Object.values(degrees).reduce((total, each) => total + each, 0);
  const isLight = records.every((record) => !asked.has(record._id) || degreeOf(record) <= most);
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

/** With more ends than this, all connections of the records are read: planning a query with a condition per end takes longer. */
const maxEnds = 2;

/** Batch size, larger than a page, so that all edges come with the first answer of the database. */
const edgesAtOnce = 25_000;

/** The first edges that meet a condition, oldest first. */
export function findEdges(
  call: ReadCall,
  deps: Deps,
  filter: Record<string, unknown>,
  limit: number,
): Promise<EdgeDocument[]> {
  return readEdges(call, deps, filter, { sort: { createdAt: 1, position: 1 }, limit });
}

function readEdges(
  call: ReadCall,
  { edges }: Deps,
  filter: Record<string, unknown>,
  options: { sort?: Record<string, 1>; limit?: number },
): Promise<EdgeDocument[]> {
  return readLean(call, edges.find(filter, null, { ...options, batchSize: edgesAtOnce }));
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

/** An edge as a connection of one of its records. */
export function itemOf(edge: EdgeDocument, recordId: number): ConnectionItem {
  const id = otherEnd(edge, recordId);
  return edge.meta && isDescribed(edge) ? { id, meta: edge.meta } : { id };
}
