import type { Connected, ConnectionItem } from '../model/connection-item.ts';
import { type EndChange, reconnect } from '../connections/reconnect.ts';
import { endName, endOf } from '../model/side.ts';
import { duplicateOfKey, withOwnValue } from '../duplicates/own-values.ts';
import type { PostType } from '../model/post-type.ts';
import { sharedInHistory } from '../revision/record-shares.ts';
import { applyChanges } from '../write/apply-changes.ts';
import { refuseTooLarge } from '../revision/refusal.ts';
import {
  type ChangedField,
  type FieldChange,
  nextVersion,
  type Revision,
  sharedWith,
} from '../revision/revision.ts';
import type { MergedStates } from './load-for-merge.ts';
import type { Merge } from './parse-merge.ts';
import { endChange, type UnitedEnd } from './united-ends.ts';
import { storageOf } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';

/** The next version of one of the two records, the changes of its connections, and the caller's private values in it. */
export type MergedRevision = ReturnType<typeof mergeIntoPrimary>;

/**
 * The next version of the primary record: it gets the values, connections and shares of the duplicate, then the values that the client
 * chose.
 * @throws ServiceError for what only the stored values can refuse.
 */
export function mergeIntoPrimary(
  merge: Merge,
  { primary, archiving }: MergedStates,
  { united, at }: { united: readonly UnitedEnd[]; at: Date },
) {
  const { postType, values } = merge;
  const revision = noDuplicateOf(archiving.record._id, nextVersion(primary.record, at), postType);
  const base = { postType, revision, privateValues: primary.privateValues, named: namedIn(united, postType) };
  const changes = [...mergedChanges(merge, primary.record, archiving.record), ...values];
  const applied = applyChanges(base, changes, merge.policy);
  const ends = endChanges(united, applied.connections);
  const connected = ends.reduce((next, end) => reconnect(next, end, postType), applied.revision);
  const withUsers = sharedWith(connected, archiving.record.sharedWith);
  const shared = sharedInHistory(withUsers, merge.shares.get(primary.record._id) ?? []);
  refuseTooLarge(shared.record, 'update_post');
  refuseTooLarge(applied.privateValues ?? {}, 'update_post');
  return { revision: shared, ends, privateValues: applied.privateValues };
}

/** Removes the reference to the duplicate, which exists when the two were merged before in the opposite direction. */
function noDuplicateOf(otherId: number, revision: Revision, postType: PostType): Revision {
  if (revision.record.fields[duplicateOfKey] !== String(otherId)) return revision;
  return withOwnValue(revision, postType, { key: duplicateOfKey, stored: '' });
}

/** By connection field, the connections of both records: the values that the client chose are applied to them. */
function namedIn(united: readonly UnitedEnd[], postType: PostType): Connected {
  const items = new Map(united.map((each) => [endName(each.end), [...each.united.values()]]));
  const fields = [...postType.fields.values()].filter(({ type }) => type.storage === 'edges');
  return Object.fromEntries(fields.map((field) => [field.key, items.get(endName(endOf(field))) ?? []]));
}

function endChanges(united: readonly UnitedEnd[], chosen: readonly ChangedField[]): EndChange[] {
  const afterOf = new Map(chosen.map(({ field, after }) => [endName(endOf(field)), byId(after)]));
  const known = new Set(united.map(({ end }) => endName(end)));
  const others = chosen.map(({ field }) => endOf(field)).filter((end) => !known.has(endName(end)));
  return [
    ...united.map((each) => endChange(each, afterOf.get(endName(each.end)) ?? each.united)),
    ...others.map((end) => endChange({ end, before: new Map() }, afterOf.get(endName(end)) ?? new Map())),
  ].filter((change) => change !== undefined);
}

function byId(items: unknown): ReadonlyMap<number, ConnectionItem> {
  return new Map(((items ?? []) as ConnectionItem[]).map((item) => [item.id, item]));
}

/** The changes that add the duplicate's values to fields with several values, except to fields for which the client chose values. */
function mergedChanges(
  { postType, chosen }: Merge,
  primary: RecordDocument,
  archiving: RecordDocument,
): FieldChange[] {
  const fields = [...postType.fields.values()].filter((field) => storageOf(field) === 'record');
  // Fields with side effects come last: by then the fields that they would change have their final values.
  const inOrder = fields.sort(
    (one, other) => Number(!!one.type.write.sideEffects) - Number(!!other.type.write.sideEffects),
  );
  return inOrder.flatMap((field) => {
    const given = archiving.fields[field.key];
    if (given === undefined || chosen.has(field.key) || !field.type.write.mergeFrom) return [];
    return { field, change: field.type.write.mergeFrom(given, primary.fields[field.key], field) };
  });
}
