import type { End, EdgeDocument } from './edge.ts';
import type { DeclaredField } from './field-type/declared-field.ts';
import type { RecordDocument } from './record.ts';

export function endOf(field: Pick<DeclaredField, 'key' | 'definition'>): End {
  const { p2p_key: key, p2p_direction: side = 'from' } = field.definition;
  if (!key) throw new Error(`${field.key} must be a connection field`);
  return { key, side };
}

export function oppositeEnd({ key, side }: End): End {
  if (side === 'any') return { key, side };
  return { key, side: side === 'from' ? 'to' : 'from' };
}

/** The name of an end in `degrees` and `linkTerms`. */
export function endName({ key, side }: End): string {
  return `${key}:${side}`;
}

/** The edge between a record at this end and another record. */
export function edgeBetween(
  { key, side }: End,
  recordId: number,
  otherId: number,
): Pick<EdgeDocument, '_id' | 'key' | 'from' | 'to'> {
  const isFrom = side === 'any' ? recordId < otherId : side === 'from';
  const [from, to] = isFrom ? [recordId, otherId] : [otherId, recordId];
  return { _id: `${key}:${from}:${to}`, key, from, to };
}

/** The record at the other end of an edge. */
export function otherEnd(edge: Pick<EdgeDocument, 'from' | 'to'>, recordId: number): number {
  return edge.from === recordId ? edge.to : edge.from;
}

/** Which end of an edge a record is. Its degrees show whether the connection is symmetric: then both ends are `any`. */
export function endOfEdge(
  { key, from }: Pick<EdgeDocument, 'key' | 'from'>,
  record: Pick<RecordDocument, '_id' | 'degrees'>,
): End {
  const either: End = { key, side: 'any' };
  if (endName(either) in (record.degrees ?? {})) return either;
  return { key, side: from === record._id ? 'from' : 'to' };
}

/** The condition on edges that have one of these records at this end. */
export function edgesOf({ key, side }: End, recordIds: number | readonly number[]): Record<string, unknown> {
  const ids = typeof recordIds === 'number' ? recordIds : { $in: recordIds };
  return side === 'any' ? { key, $or: [{ from: ids }, { to: ids }] } : { key, [side]: ids };
}
