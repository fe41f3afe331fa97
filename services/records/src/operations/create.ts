import { can, recordsCreate, ServiceError, type Fields } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { isGranted } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { presentRecord } from '../reading/present-record.ts';
import { commitRevisions } from '../writing/commit-revisions.ts';
import { newRecord } from '../writing/new-record.ts';
import { parseRequest } from '../writing/parse-request.ts';
import { recordsTouched } from '../writing/records-touched.ts';
import { reviseRecords, type RecordWrite } from '../writing/revise-records.ts';
import { takeName } from '../writing/take-name.ts';

/** Creates a record: see the steps in `docs/writing-a-record.md`. */
export const create = defineHandler(recordsCreate, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  if (!can(call.actor, `create_${postType.key}`)) throw notAllowed();
  const { fields, shares } = await completeFields(call, deps, postType);
  const changes = await parseRequest(call, deps, { postType, fields, code: 'create_post', recordId: 0 });
  return commitNewRecord(call, deps, { postType, changes, shares, keepExisting: false, code: 'create_post' });
});

type CreateCall = Call<{ post_type: string; fields: Fields; silent: boolean }>;

/** The request's fields after the hooks that may refuse and those that fill in what is unset. */
async function completeFields(call: CreateCall, deps: RecordsDeps, postType: PostType) {
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
  if (fields['name'] !== undefined) return { fields, shares: filled.effects.shares };
  throw new ServiceError('create_post', 'title needed', { status: 400, data: { field: 'name', fields } });
}

async function commitNewRecord(call: CreateCall, deps: RecordsDeps, write: RecordWrite) {
  const { postType, changes, shares } = write;
  const id = await deps.recordIds.next();
  return deps.turns.take(recordsTouched(changes, shares), call.deadline, () =>
    deps.store.commit(call, async () => {
      const start = newRecord(call, { id, write });
      const revised = await reviseRecords(call, deps, write, start);
      const mayView = isGranted(grantsOf(call.actor, 'view', postType.key), revised.state.record);
      return {
        ...(await commitRevisions(deps, revised, call.actor)),
        answer: mayView ? await presentRecord(call, deps, postType, revised.state) : { ID: id },
        afterwards: () => deps.hooks.act('svc_post_created', call, postType.key, id, call.input.fields),
      };
    }),
  );
}

function notAllowed(): ServiceError {
  return new ServiceError('create_post', 'You do not have permission for this', { status: 403 });
}
