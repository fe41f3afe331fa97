import type { SentChange, Visibility } from '@svc/contracts';
import type { View, ViewedRecord } from './view.ts';

/** The positions of changes that a reader sees, and of those with which a record has left their view. */
export interface Deliveries {
  readonly seen: readonly number[];
  readonly left: readonly number[];
}

/** A change with its position in the request. */
export interface PlacedChange extends SentChange {
  readonly at: number;
}

/**
 * Decides about the changes of one subscription. A reader sees a change if they see the record now. Otherwise the record leaves their view
 * with the change that hid it: a share of theirs ended, or the grants covered the former state and not the new one, or a field of
 * their query changed.
 */
export async function deliveriesTo(
  userId: number,
  view: View,
  changes: readonly PlacedChange[],
  records: ReadonlyMap<number, ViewedRecord>,
): Promise<Deliveries> {
  const concerned = new Set(changes.map(({ id }) => id));
  const current = [...concerned].flatMap((id) => records.get(id) ?? []);
  const matching = await view.among(current);
  const seen: number[] = [];
  const left: number[] = [];
  for (const change of changes) {
    if (await isSeen(change, view, matching)) seen.push(change.at);
    else if (await isLeft(userId, change, view, records.get(change.id))) left.push(change.at);
  }
  return { seen, left };
}

async function isSeen(change: SentChange, view: View, matching: ReadonlySet<number>): Promise<boolean> {
  const { kind, id, visibility } = change;
  if (kind === 'unshared') return false;
  if (kind === 'deleted') return visibility !== undefined && view.allows(stateOf(change, visibility.after));
  return matching.has(id);
}

async function isLeft(
  userId: number,
  change: SentChange,
  view: View,
  record: ViewedRecord | undefined,
): Promise<boolean> {
  const { kind, visibility, changed } = change;
  const isAllowed = record !== undefined && (await view.allows(record));
  if (kind === 'unshared') return record !== undefined && !isAllowed && change.user_id === userId;
  if (kind !== 'updated' || !visibility) return false;
  if (isAllowed) return view.dependsOn(changed);
  const [wasAllowed, stayedAllowed] = await Promise.all([
    view.allows(stateOf(change, visibility.before)),
    view.allows(stateOf(change, visibility.after)),
  ]);
  return wasAllowed && !stayedAllowed;
}

/** A record in the state of an event. */
function stateOf(
  { id, post_type: postType }: SentChange,
  { shared_with: sharedWith, type, sources }: Visibility,
): ViewedRecord {
  return { _id: id, postType, sharedWith, fields: { type, sources } };
}
