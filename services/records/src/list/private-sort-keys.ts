import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { PrivateValues } from '../store/private-values-model.ts';

/** What the caller's own values of a private field sort as, by record; records in which he keeps none are not there. */
export async function privateSortKeys(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'privateValues'>,
  postType: string,
  field: Field,
): Promise<ReadonlyMap<number, string | number>> {
  if (actor.userId === 0) return new Map();
  const path = `fields.${field.key}`;
  const kept = await deps.privateValues
    .find({ userId: actor.userId, postType, [path]: { $exists: true } }, { recordId: 1, [path]: 1 })
    .maxTimeMS(Math.max(1, deadline.remaining))
    .lean<Pick<PrivateValues, 'recordId' | 'fields'>[]>();
  const keys = new Map<number, string | number>();
  for (const { recordId, fields } of kept) {
    const key = field.type.sortKey?.(fields[field.key], field);
    if (key !== undefined) keys.set(recordId, key);
  }
  return keys;
}
