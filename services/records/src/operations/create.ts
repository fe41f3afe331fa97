import { can, type InputOf, type OutputOf, recordsCreate, ServiceError } from '@svc/contracts';
import { type Call, defineHandler } from '@svc/service-kit';
import { resolveKeys } from '../model/post-type.ts';
import { createRecord } from '../write/write-record.ts';
import { creating, type WritePorts } from '../write/write-request.ts';

export interface CreateCall extends Call<InputOf<typeof recordsCreate>> {
  /** The id of the new record, if the caller assigned it: then the answer contains nothing else. */
  readonly newId?: number | undefined;
}

export const create = defineHandler(recordsCreate, createOne);

/** Creates a record in the steps of docs/internals/writing-a-record.md. */
export async function createOne(call: CreateCall, deps: WritePorts): Promise<OutputOf<typeof recordsCreate>> {
  const { input, newId } = call;
  const postType = deps.postTypes.get(input.post_type);
  const fields = resolveKeys(postType, input.fields);
  if (!can(call.actor, `create_${postType.key}`))
    throw new ServiceError('create_post', 'You do not have permission for this', { status: 403 });
  const { check_for_duplicates: keys, do_not_overwrite: keepsExisting = false } = input;
  const check = keys && { keys, keepsExisting };
  return createRecord(call, deps, { postType, fields, policy: creating(input), newId }, check);
}
