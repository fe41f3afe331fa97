import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import { storedValue, type RecordState } from '../model/stored-value.ts';
import { gainedChange } from './gained-change.ts';
import type { NamingDeps } from './find-named.ts';
import { understandFields } from './parse-request.ts';
import type { FieldChange } from '../revision/revision.ts';

interface KeepingWrite {
  readonly fields: Fields;
  readonly postType: PostType;
  readonly state: RecordState;
  /** The record only gains what it lacks. */
  readonly gains: boolean;
}

/**
 * What a request that must not overwrite is left with: nothing for fields whose value stays. Hooks see no more than this,
 * so that a rule does not act upon what is not going to be written (facts of update). What is left is reduced once more where
 * it is applied: somebody else may have written meanwhile. Fields that are wrong stay, to be refused.
 */
export async function withoutKept(
  call: Pick<Call, 'ask' | 'deadline' | 'actor'>,
  deps: NamingDeps,
  write: KeepingWrite,
): Promise<Fields> {
  const { fields, postType, state } = write;
  const record = { id: state.record._id, connected: state.connected };
  const { changes } = await understandFields(call, deps, { postType, fields, record });
  const kept = changes.filter((change) => isKept(change, write));
  const keys = new Set(kept.map(({ field }) => field.key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}

/** Whether a change does nothing in a write that must not overwrite. */
export function isKept(asked: FieldChange, write: Omit<KeepingWrite, 'fields'>): boolean {
  const { field, change } = asked;
  const before = storedValue(write.state, field);
  if (write.gains) return gainedChange(write.postType, asked, before) === undefined;
  const { type } = field;
  return type.keepExisting !== undefined && type.keepExisting(before, change, field) === undefined;
}
