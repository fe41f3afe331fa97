import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { Field } from '../../model/field.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

/** The caller's own values of a private field, in ascending order. */
export async function ownValues(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { privateValues }: Pick<Collections, 'privateValues'>,
  { key, postType }: Pick<Field, 'key' | 'postType'>,
): Promise<readonly string[]> {
  if (actor.userId === 0) return [];
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    privateValues.distinct(`fields.${key}`, { userId: actor.userId, postType }).maxTimeMS(maxTimeMS),
  );
  return found.map(String).sort();
}
