import { recordsDismissDuplicates, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { dismissalsKey, dismissedIn, withOwnValue } from '../../duplicates/own-values.ts';
import { PossibleDuplicates } from '../../duplicates/possible-duplicates.ts';
import type { PostType } from '../../model/post-type.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import type { RecordDocument } from '../../model/record.ts';
import { commitRevisions } from '../../write/commit-revisions.ts';
import { commitLocked } from '../../revision/record-locks.ts';
import { refuseTooLarge } from '../../revision/refusal.ts';
import { nextVersion } from '../../revision/revision.ts';

type DismissCall = Call<InputOf<typeof recordsDismissDuplicates>>;

/** Marks another record, or all that are found, as no duplicate of this one: neither is offered as a duplicate of the other again. */
export const dismissDuplicates = defineHandler(
  recordsDismissDuplicates,
  async (call: DismissCall, deps: DuplicateDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    const { record_id: id } = call.input;
    await loadOrRefuse(call, deps, { postType: postType.key, id, action: 'update' });
    return commitLocked(call, deps, [id], () => dismissal(call, deps, postType));
  },
);

async function dismissal(call: DismissCall, deps: DuplicateDeps, postType: PostType) {
  const { record_id: id } = call.input;
  const record = await loadOrRefuse(call, deps, { postType: postType.key, id, action: 'update' });
  const known = dismissedIn(record.fields[dismissalsKey]);
  const override = [...new Set([...known, ...(await dismissed(call, deps, postType, record))])];
  const answer = { override };
  if (override.length === known.length) return { writes: [], answer };
  const stored = JSON.stringify(answer);
  const revision = withOwnValue(nextVersion(record, new Date()), postType, { key: dismissalsKey, stored });
  refuseTooLarge(revision.record, 'update_post');
  return { ...(await commitRevisions(call, deps, { revisions: [revision], writes: [] })), answer };
}

async function dismissed(
  call: DismissCall,
  deps: DuplicateDeps,
  postType: PostType,
  record: RecordDocument,
): Promise<number[]> {
  const { id: chosen } = call.input;
  if (chosen !== 'all') return [chosen];
  const alike = await new PossibleDuplicates(call, deps).of({ postType, record });
  return alike.map(({ id }) => id);
}
