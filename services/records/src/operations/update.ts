import { recordsUpdate, ServiceError, type Fields, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call, type Commit } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { loadRecord } from '../reading/load-record.ts';
import { loadState } from '../reading/load-states.ts';
import { presentRecord } from '../reading/present-record.ts';
import type { RecordState } from '../reading/stored-value.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { commitRevisions } from '../writing/commit-revisions.ts';
import { parseRequest } from '../writing/parse-request.ts';
import { recordsTouched } from '../writing/records-touched.ts';
import { reviseRecords, type RecordWrite } from '../writing/revise-records.ts';
import { nextVersion } from '../writing/revision.ts';
import { takeName } from '../writing/take-name.ts';

type UpdateCall = Call<{ post_type: string; id: number; fields: Fields; silent: boolean }>;
type State = RecordState<RecordDocument>;

/** Changes fields of a record: see the steps in `docs/writing-a-record.md`. */
export const update = defineHandler(recordsUpdate, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id } = call.input;
  const read = await loadForUpdate(call, deps, postType);
  const before = await presentRecord(call, deps, postType, read);
  const named = takeName(call.input.fields, 'update_post');
  const { hooks } = deps;
  const filtered = await hooks.filterWrite('svc_post_update_fields', call, named, postType.key, id, before);
  const fields = takeName(filtered.fields, 'update_post');
  const code = 'update_post';
  const changes = await parseRequest(call, deps, { postType, fields, code, recordId: id });
  const { shares } = filtered.effects;
  return commitUpdate(call, deps, { postType, changes, shares, keepExisting: false, code, read, before });
});

async function loadForUpdate(call: UpdateCall, deps: RecordsDeps, postType: PostType): Promise<State> {
  const { id } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'update' });
  if (record) return loadState(call, deps, postType, record);
  const message = `You do not have permission to update ${postType.key} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}

interface Update extends RecordWrite {
  readonly read: State;
  /** The record's get shape before the update. */
  readonly before: Fields;
}

/** The first attempt works on the record that was read; a faster writer makes the next ones read it again. */
function commitUpdate(call: UpdateCall, deps: RecordsDeps, write: Update) {
  const touched = [call.input.id, ...recordsTouched(write.changes, write.shares)];
  return deps.turns.take(touched, call.deadline, (waited) => {
    let first = waited ? undefined : write.read;
    return deps.store.commit(call, async () => {
      const read: State = first ?? (await loadForUpdate(call, deps, write.postType));
      first = undefined;
      return updateOf(call, deps, { ...write, read });
    });
  });
}

async function updateOf(
  call: UpdateCall,
  deps: RecordsDeps,
  write: Update,
): Promise<Commit<OutputOf<typeof recordsUpdate>>> {
  const { postType, read, before } = write;
  const revision = nextVersion(read.record, new Date());
  const revised = await reviseRecords(call, deps, write, { revision, state: read });
  const { record } = revised.state;
  const mayView = isGranted(grantsOf(call.actor, 'view', postType.key), record);
  const after = await presentRecord(call, deps, postType, revised.state);
  const { input } = call;
  return {
    ...(await commitRevisions(deps, revised, call.actor)),
    answer: mayView ? after : { ID: record._id },
    afterwards: () =>
      deps.hooks.act('svc_post_updated', call, postType.key, record._id, input.fields, before, after),
  };
}
