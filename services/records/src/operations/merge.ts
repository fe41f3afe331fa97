import { moveComments, recordsMerge, ServiceError, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, invalidParam, type Call, type Commit } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import { archivedFields } from '../merging/archived-fields.ts';
import { loadAllConnections } from '../merging/load-all-connections.ts';
import { mergeRecords } from '../merging/merge-records.ts';
import type { Merge, MergedStates } from '../merging/merge.ts';
import { parseMerge, type MergeSide } from '../merging/parse-merge.ts';
import type { PostType } from '../post-types/post-type.ts';
import { loadRecord } from '../reading/load-record.ts';
import { loadState } from '../reading/load-states.ts';
import { presentRecord } from '../reading/present-record.ts';
import type { RecordState } from '../reading/stored-value.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { commitRevisions } from '../writing/commit-revisions.ts';
import { recordsTouched } from '../writing/records-touched.ts';

type MergeCall = Call<InputOf<typeof recordsMerge>>;

/** Makes one record of two: see `docs/duplicates.md`. */
export const merge = defineHandler(recordsMerge, async (call: MergeCall, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { primary_post_id: primaryId, archiving_post_id: archivingId, values = {} } = call.input;
  if (primaryId === archivingId)
    throw invalidParam({ archiving_post_id: 'a record can not be merged with itself' });
  const states = await loadBoth(call, deps, postType);
  const sides = {
    primary: await sideOf(call, deps, postType, { state: states.primary, fields: values }),
    archiving: await sideOf(call, deps, postType, {
      state: states.archiving,
      fields: archivedFields(postType),
    }),
  };
  const parsed = await parseMerge(call, deps, postType, sides);
  const connections = await loadAllConnections(call, deps, states.archiving.record);
  const others = connections.map(({ item }) => item.id);
  const touched = [primaryId, archivingId, ...others, ...recordsTouched(parsed.values, parsed.shares)];
  return deps.turns.take(touched, call.deadline, (_waited, end) =>
    deps.store.commit(call, async () => commitOf(call, deps, { merge: parsed, sides }), end),
  );
});

async function sideOf(
  call: MergeCall,
  deps: RecordsDeps,
  postType: PostType,
  { state, fields }: { state: RecordState<RecordDocument>; fields: MergeSide['fields'] },
): Promise<MergeSide> {
  return { id: state.record._id, before: await presentRecord(call, deps, postType, state), fields };
}

interface Work {
  readonly merge: Merge;
  readonly sides: { readonly primary: MergeSide; readonly archiving: MergeSide };
}

async function commitOf(
  call: MergeCall,
  deps: RecordsDeps,
  { merge: parsed, sides }: Work,
): Promise<Commit<OutputOf<typeof recordsMerge>>> {
  const { postType } = parsed;
  const { primary_post_id: toId, archiving_post_id: fromId } = call.input;
  const merged = await mergeRecords(call, deps, parsed, await loadBoth(call, deps, postType));
  const { primary, archiving } = merged.states;
  const mayView = isGranted(grantsOf(call.actor, 'view', postType.key), primary.record);
  const after = await presentRecord(call, deps, postType, primary);
  const archived = await presentRecord(call, deps, postType, archiving);
  const comments = {
    command: moveComments,
    input: { post_type: postType.key, from_id: fromId, to_id: toId },
  };
  return {
    ...(await commitRevisions(deps, merged, call.actor)),
    commands: call.input.merge_comments ? [comments] : [],
    answer: mayView ? after : { ID: toId },
    afterwards: async () => {
      await acted(sides.primary, after);
      await acted(sides.archiving, archived);
    },
  };

  function acted({ id, fields, before }: MergeSide, now: MergeSide['before']): Promise<void> {
    return deps.hooks.act('svc_post_updated', call, postType.key, id, fields, before, now);
  }
}

/** @throws ServiceError when the caller may not update both: missing and forbidden are the same. */
async function loadBoth(call: MergeCall, deps: RecordsDeps, postType: PostType): Promise<MergedStates> {
  const { primary_post_id: primaryId, archiving_post_id: archivingId } = call.input;
  const [primary, archiving] = await Promise.all(
    [primaryId, archivingId].map((id) => loadForUpdate(call, deps, postType, id)),
  );
  if (!primary || !archiving) throw new Error('both are loaded or refused');
  refuseUser(archiving.record);
  return { primary, archiving };
}

async function loadForUpdate(
  call: MergeCall,
  deps: RecordsDeps,
  postType: PostType,
  id: number,
): Promise<RecordState<RecordDocument>> {
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'update' });
  if (record) return loadState(call, deps, postType, record);
  const message = `You do not have permission to update ${postType.key} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}

/** Who stands for a user can not be given up: the user would be without a contact. */
function refuseUser({ _id: id, fields }: RecordDocument): void {
  if (!fields['corresponds_to_user']) return;
  const message = `The contact ${id} stands for a user; make it the record that goes on.`;
  throw new ServiceError('update_post', message, { status: 400 });
}
