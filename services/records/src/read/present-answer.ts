import type { RecordShape } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from './read-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { ShownRecord } from '../model/record.ts';
import { connectedValues } from './connected-values.ts';
import { presentRecord } from './present-record.ts';
import type { RecordState } from '../model/stored-value.ts';

/** What get, create and update answer of a record (spec 4.1): its get shape, with values of the records it is connected with. */
export async function presentAnswer(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord>,
): Promise<RecordShape> {
  const data = await connectedValues(call, deps, postType, state);
  return presentRecord(call, deps, postType, { ...state, data });
}
