import type { RecordShape } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { LinkedDocuments } from '../connections/find-linked.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ShownRecord } from '../store/record-document.ts';
import { connectedValues } from './connected-values.ts';
import { presentRecord } from './present-record.ts';
import type { RecordState } from './stored-value.ts';

/** What get, create and update answer of a record (spec 4.1): its get shape, with values of the records it is connected with. */
export async function presentAnswer(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: RecordsDeps,
  postType: PostType,
  state: RecordState<ShownRecord> & { readonly linked?: LinkedDocuments },
): Promise<RecordShape> {
  const data = await connectedValues(call, deps, postType, state);
  return presentRecord(call, deps, postType, { ...state, data });
}
