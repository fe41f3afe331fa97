import type { ConnectionItem } from '../model/connection-item.ts';
import { changeOfEnd, type EndChange } from '../connections/reconnect.ts';
import { endName, oppositeEnd } from '../model/side.ts';
import type { End } from '../model/edge.ts';
import type { OwnConnection } from './load-for-merge.ts';

/** The connections of the primary record at one of its ends: before the merge, and united with those that move to it. */
export interface UnitedEnd {
  readonly end: End;
  readonly before: Map<number, ConnectionItem>;
  readonly united: Map<number, ConnectionItem>;
}

/**
 * The united connections of two records. If both are connected with a third record, the primary record's meta wins; connections between the
 * two are dropped.
 */
export function unitedEnds(merge: {
  primaryId: number;
  archivingId: number;
  moved: readonly OwnConnection[];
  held: readonly OwnConnection[];
}): UnitedEnd[] {
  const { primaryId, archivingId, moved, held } = merge;
  const ends = new Map<string, UnitedEnd>();
  for (const { end, item } of held) uniting(ends, end).before.set(item.id, item);
  for (const { end, item } of moved.filter((each) => each.item.id === primaryId))
    uniting(ends, oppositeEnd(end)).before.set(archivingId, { ...item, id: archivingId });
  for (const { before, united } of ends.values())
    for (const [id, item] of before) if (id !== archivingId) united.set(id, item);
  for (const { end, item } of moved.filter((each) => each.item.id !== primaryId)) {
    const { united } = uniting(ends, end);
    united.set(item.id, withMeta(united.get(item.id) ?? item, item));
  }
  return [...ends.values()];
}

/** The connections that an end has lost and gained; undefined for no difference. */
export function endChange(
  { end, before }: Pick<UnitedEnd, 'end' | 'before'>,
  after: ReadonlyMap<number, ConnectionItem>,
): EndChange | undefined {
  const change = changeOfEnd(end, [...before.values()], [...after.values()]);
  return change.before.length + change.after.length > 0 ? change : undefined;
}

/** Joins the changes of each end, so that the record has one change, and its event too. */
export function inOne(changes: readonly EndChange[]): EndChange[] {
  return [...Map.groupBy(changes, ({ end }) => endName(end)).values()].map((ofEnd) => ({
    end: (ofEnd[0] as EndChange).end,
    before: ofEnd.flatMap(({ before }) => before),
    after: ofEnd.flatMap(({ after }) => after),
  }));
}

function uniting(ends: Map<string, UnitedEnd>, end: End): UnitedEnd {
  const known = ends.get(endName(end)) ?? { end, before: new Map(), united: new Map() };
  ends.set(endName(end), known);
  return known;
}

function withMeta(item: ConnectionItem, added: ConnectionItem): ConnectionItem {
  const meta = { ...added.meta, ...item.meta };
  return Object.keys(meta).length > 0 ? { ...item, meta } : item;
}
