import { recordsDismissDuplicates, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { dismissalsKey, dismissedIn } from '../duplicates/dismissed.ts';
import { findAlike } from '../duplicates/find-alike.ts';
import { withOwnValue } from '../duplicates/with-own-value.ts';
import type { PostType } from '../post-types/post-type.ts';
import { loadRecord } from '../reading/load-record.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { commitRevisions } from '../writing/commit-revisions.ts';
import { refuseTooLarge } from '../writing/refuse-too-large.ts';
import { nextVersion } from '../writing/revision.ts';

type DismissCall = Call<InputOf<typeof recordsDismissDuplicates>>;

/** Says that another record, or all that are found, is no duplicate of this one: neither is offered for the other again. */
export const dismissDuplicates = defineHandler(
  recordsDismissDuplicates,
  async (call: DismissCall, deps: RecordsDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    const read = await loadForUpdate(call, deps, postType);
    return deps.turns.take([read._id], call.deadline, (_waited, end) =>
      deps.store.commit(call, async () => dismissal(call, deps, postType), end),
    );
  },
);

async function dismissal(call: DismissCall, deps: RecordsDeps, postType: PostType) {
  const record = await loadForUpdate(call, deps, postType);
  const known = dismissedIn(record.fields[dismissalsKey]);
  const override = [...new Set([...known, ...(await dismissed(call, deps, postType, record))])];
  const answer = { override };
  if (override.length === known.length) return { writes: [], answer };
  const stored = JSON.stringify(answer);
  const revision = withOwnValue(nextVersion(record, new Date()), postType, { key: dismissalsKey, stored });
  refuseTooLarge(revision.record, 'update_post');
  return { ...(await commitRevisions(deps, { revisions: [revision], writes: [] }, call.actor)), answer };
}

async function dismissed(
  call: DismissCall,
  deps: RecordsDeps,
  postType: PostType,
  record: RecordDocument,
): Promise<number[]> {
  const { id: chosen } = call.input;
  if (chosen !== 'all') return [chosen];
  const alike = await findAlike(call, deps, { postType, record });
  return alike.map(({ id }) => id);
}

async function loadForUpdate(
  call: DismissCall,
  deps: RecordsDeps,
  postType: PostType,
): Promise<RecordDocument> {
  const { record_id: id } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'update' });
  if (record) return record;
  const message = `You do not have permission to update ${postType.key} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}
