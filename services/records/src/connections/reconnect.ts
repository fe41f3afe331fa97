import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { withValue, type Revision } from '../revision/revision.ts';
import { isDescribed, type ConnectionItem } from '../model/connection-item.ts';
import { connectionRows } from '../fields/connection/connection-rows.ts';
import { listDelta } from '../fields/shared/list-delta.ts';
import { withLinkTerms } from '../model/links.ts';
import { endName, endOf, oppositeEnd } from '../model/side.ts';
import type { End } from '../model/edge.ts';
import { msg } from '@svc/contracts';
import { type WriteCode, refusal } from '../revision/refusal.ts';

type Items = readonly ConnectionItem[];

/** A change of one record's connections at one of its ends. */
export interface EndChange {
  readonly end: End;
  /** The connections that were added, removed or given other meta, before and after. */
  readonly before: Items;
  readonly after: Items;
}

/** The change from these connections of an end to others. */
export function changeOfEnd(end: End, before: Items, after: Items): EndChange {
  const { added, removed } = listDelta(before, after, ({ id }) => id);
  return { end, before: removed, after: added };
}

/**
 * A record's revision after a change of connections: its degree, link terms, counter field and history rows.
 * The post type is undefined for a record whose type is no longer declared.
 */
export function reconnect(revision: Revision, change: EndChange, postType: PostType | undefined): Revision {
  const { end } = change;
  const { added, removed } = listDelta(idsOf(change.before), idsOf(change.after));
  const { degrees = {}, linkTerms = [] } = revision.record;
  const degree = Math.max(0, (degrees[endName(end)] ?? 0) + added.length - removed.length);
  const record = {
    ...revision.record,
    degrees: { ...degrees, [endName(end)]: degree },
    linkTerms: withLinkTerms(linkTerms, end, {
      added,
      removed,
      degree,
      isDescribed: change.after.some(isDescribed),
    }),
  };
  const field = postType && connectionField(postType, end);
  if (!field) {
    const rows = connectionRows(change.before, change.after, { end, fieldKey: end.key });
    return { ...revision, record, rows: [...revision.rows, ...rows] };
  }
  const changed = [...revision.changed, { field, before: change.before, after: change.after }];
  return counted({ ...revision, record, changed }, field, { added, removed, degree, postType });
}

/** The field of a post type that shows this end; undefined when the type declares none. */
export function connectionField(postType: PostType, end: End): Field | undefined {
  return [...postType.fields.values()].find(
    (field) => field.type.storage === 'edges' && endName(endOf(field)) === endName(end),
  );
}

/** Updates the counter field of a connection: an addition raises it to the degree at least, each removal subtracts one. */
function counted(
  revision: Revision,
  connection: Field,
  change: { added: readonly number[]; removed: readonly number[]; degree: number; postType: PostType },
): Revision {
  const { added, removed, degree, postType } = change;
  const counter = connection.definition.connection_count_field;
  if (counter?.post_type !== postType.key) return revision;
  const field = postType.fields.get(counter.field_key);
  const before = revision.record.fields[counter.field_key];
  const known = typeof before === 'number' ? before : 0;
  const less = Math.max(0, known - removed.length);
  const after = added.length > 0 ? Math.max(less, degree) : less;
  return field && after !== before ? withValue(revision, { field, before, after }) : revision;
}

function idsOf(items: Items): number[] {
  return items.map(({ id }) => id);
}

/** The same changes as seen from the records at the other ends, by their ids. */
export function otherEnds(
  recordId: number,
  ends: readonly EndChange[],
): ReadonlyMap<number, readonly EndChange[]> {
  const changes = new Map<number, EndChange[]>();
  for (const { end, before, after } of ends) {
    const former = byId(before);
    const current = byId(after);
    for (const id of new Set([...former.keys(), ...current.keys()])) {
      const change = {
        end: oppositeEnd(end),
        before: seenFrom(recordId, former.get(id)),
        after: seenFrom(recordId, current.get(id)),
      };
      changes.set(id, [...(changes.get(id) ?? []), change]);
    }
  }
  return changes;
}

function byId(items: Items): ReadonlyMap<number, ConnectionItem> {
  return new Map(items.map((item) => [item.id, item]));
}

function seenFrom(recordId: number, item: ConnectionItem | undefined): ConnectionItem[] {
  return item ? [{ ...item, id: recordId }] : [];
}

/**
 * Refuses a connection to a record that was deleted after it had been looked up.
 * @throws ServiceError `add_connection_to_post` that names the field.
 */
export function refuseGone(
  ends: readonly EndChange[],
  there: { has(id: number): boolean },
  write: { readonly postType: PostType; readonly code: WriteCode },
): void {
  for (const { end, before, after } of ends) {
    const known = new Set(before.map(({ id }) => id));
    if (after.every(({ id }) => known.has(id) || there.has(id))) continue;
    const field = connectionField(write.postType, end)?.key ?? end.key;
    const message = msg`Error adding connection on field: ${field}`;
    throw refusal([{ code: 'add_connection_to_post', message, field }], write.code);
  }
}
