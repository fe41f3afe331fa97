import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/field-type.ts';
import type { EdgeDocument } from '../store/edge-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { ListedRecord } from '../store/record-document.ts';
import type { ConnectionItem } from './connection-item.ts';
import { edgeBetween, edgesOf, endName, endOf, otherEnd, type End } from './side.ts';

/** How many connections of a field are shown: of a record alone, and of each record of a list. */
export const shownConnections = { alone: 1_000, listed: 100 } as const;

/** Field key → the first connections of that field. */
export type Connected = Readonly<Record<string, readonly ConnectionItem[]>>;

type Deps = Pick<RecordsDeps, 'edges'>;

/** The ends of these records whose connections one query brings. */
interface Part {
  readonly field: Field;
  readonly end: End;
  readonly ids: readonly number[];
}

/**
 * The first connections of several records, in the order in which they were made, by record: one query for all that have
 * few, and one more for each field of a record that has more than are shown.
 */
export async function loadConnections(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: { records: readonly ListedRecord[]; fields: readonly Field[]; most: number },
): Promise<ReadonlyMap<number, Connected>> {
  const { records, most } = wanted;
  const few: Part[] = [];
  const many: Part[] = [];
  for (const field of wanted.fields.filter(({ type }) => type.keptIn === 'edges')) {
    const end = endOf(field);
    const degree = (record: ListedRecord) => record.degrees?.[endName(end)] ?? 0;
    const withFew = records.filter((record) => degree(record) > 0 && degree(record) <= most);
    if (withFew.length > 0) few.push({ field, end, ids: withFew.map(({ _id }) => _id) });
    const withMany = records.filter((record) => degree(record) > most);
    many.push(...withMany.map(({ _id }) => ({ field, end, ids: [_id] })));
  }
  const loaded = new Map<number, Record<string, ConnectionItem[]>>();
  const load = async (parts: readonly Part[], limit?: number) => {
    const edges = await findEdges(call, deps, { $or: parts.map(({ end, ids }) => edgesOf(end, ids)) }, limit);
    for (const part of parts) placeEdges(edges, part, loaded);
  };
  await Promise.all([few.length > 0 ? load(few) : undefined, ...many.map((part) => load([part], most))]);
  return loaded;
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

function findEdges(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  filter: Record<string, unknown>,
  limit = 0,
): Promise<EdgeDocument[]> {
  return readInTime(call.deadline, (maxTimeMS) =>
    deps.edges.find(filter).sort({ createdAt: 1, position: 1 }).limit(limit).maxTimeMS(maxTimeMS).lean(),
  );
}

function placeEdges(
  edges: readonly EdgeDocument[],
  { field, end, ids }: Part,
  loaded: Map<number, Record<string, ConnectionItem[]>>,
): void {
  const shown = new Set(ids);
  for (const edge of edges) {
    if (edge.key !== end.key) continue;
    const candidates = end.side === 'any' ? [edge.from, edge.to] : [edge[end.side]];
    for (const id of candidates.filter((candidate) => shown.has(candidate))) {
      const connected = loaded.get(id) ?? {};
      loaded.set(id, connected);
      (connected[field.key] ??= []).push(itemOf(edge, id));
    }
  }
}

/** An edge as a field of one of its records has it. */
export function itemOf(edge: EdgeDocument, recordId: number): ConnectionItem {
  const id = otherEnd(edge, recordId);
  return edge.meta && Object.keys(edge.meta).length > 0 ? { id, meta: edge.meta } : { id };
}
