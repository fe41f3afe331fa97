import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { storedValue, type RecordState } from '../reading/stored-value.ts';
import { understandFields } from './parse-request.ts';

/**
 * What a request that must not overwrite is left with: nothing for fields whose value stays. Hooks see no more than this,
 * so that a rule does not act upon what is not going to be written (facts of update). What is left is reduced once more where
 * it is applied: somebody else may have written meanwhile. Fields that are wrong stay, to be refused.
 */
export async function withoutKept(
  call: Pick<Call, 'ask' | 'deadline' | 'actor'>,
  deps: Pick<RecordsDeps, 'people' | 'records' | 'places'>,
  write: { fields: Fields; postType: PostType; state: RecordState },
): Promise<Fields> {
  const { fields, postType, state } = write;
  const recordId = state.record._id;
  const { changes } = await understandFields(call, deps, { postType, fields, recordId });
  const kept = changes.filter(
    ({ field, change }) =>
      field.type.keepExisting &&
      field.type.keepExisting(storedValue(state, field), change, field) === undefined,
  );
  const keys = new Set(kept.map(({ field }) => field.key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}
