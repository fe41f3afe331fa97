import { can, recordsCreate, ServiceError, type Fields } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { presentRecord } from '../reading/present-record.ts';
import { activityOfCreation } from '../writing/activity-of-changes.ts';
import { newRecord } from '../writing/new-record.ts';
import { parseRequest, type FieldChange } from '../writing/parse-request.ts';
import { recordEvent } from '../writing/record-event.ts';
import { insertActivity, insertRecord } from '../writing/record-writes.ts';
import { refuseTooLarge } from '../writing/refuse-too-large.ts';
import { takeName } from '../writing/take-name.ts';

/** Creates a record: see the steps in `docs/writing-a-record.md`. */
export const create = defineHandler(recordsCreate, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  if (!can(call.actor, `create_${postType.key}`)) throw notAllowed();
  const fields = await completeFields(call, deps, postType);
  const changes = await parseRequest(call, deps, { postType, fields, code: 'create_post', recordId: 0 });
  return commitNewRecord(call, deps, postType, changes);
});

type CreateCall = Call<{ post_type: string; fields: Fields; silent: boolean }>;

/** The request's fields after the hooks that may refuse and those that fill in what is unset. */
async function completeFields(call: CreateCall, deps: RecordsDeps, postType: PostType): Promise<Fields> {
  const { hooks } = deps;
  const requested = call.input.fields;
  const proceed = await hooks.filter('svc_create_post_check_proceed', call, true, requested, postType.key);
  if (!proceed) {
    throw new ServiceError('create_post', 'Could not create this post. Maybe it already exists', {
      status: 409,
    });
  }
  const named = takeName(requested, 'create_post');
  const filled = await hooks.filterWrite('svc_post_create_fields', call, named, postType.key);
  const fields = takeName(filled.fields, 'create_post');
  if (fields['name'] !== undefined) return fields;
  throw new ServiceError('create_post', 'title needed', { status: 400, data: { field: 'name', fields } });
}

async function commitNewRecord(
  call: CreateCall,
  deps: RecordsDeps,
  postType: PostType,
  changes: readonly FieldChange[],
) {
  const id = await deps.recordIds.next();
  return deps.store.commit(call, async () => {
    const created = newRecord({ id, postType: postType.key, actor: call.actor, changes, now: new Date() });
    const { record } = created;
    refuseTooLarge(record, 'create_post');
    const mayView = isGranted(grantsOf(call.actor, 'view', postType.key), record);
    const activity = await insertActivity(deps, activityOfCreation(created, call.actor));
    return {
      writes: [insertRecord(deps, record), ...activity],
      events: [recordEvent('created', created)],
      answer: mayView ? await presentRecord(call, deps, postType, record) : { ID: id },
      afterwards: () => deps.hooks.act('svc_post_created', call, postType.key, id, call.input.fields),
    };
  });
}

function notAllowed(): ServiceError {
  return new ServiceError('create_post', 'You do not have permission for this', { status: 403 });
}
