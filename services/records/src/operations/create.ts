import { can, type OutputOf, recordsCreate, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import { createUnlessDuplicate } from '../duplicates/create-unless-duplicate.ts';
import { duplicateSearch } from '../duplicates/duplicate-search.ts';
import { resolveKeys } from '../model/post-type.ts';
import {
  createRecord,
  prepareCreate,
  type CreateCall,
  refuseUnlessProceeding,
} from '../write/create-record.ts';
import { ParsedWrite } from '../write/parsed-write.ts';

export const create = defineHandler(recordsCreate, createOne);

/** Creates a record in the steps of docs/internals/writing-a-record.md. */
export async function createOne(
  sent: CreateCall,
  deps: DuplicateDeps,
): Promise<OutputOf<typeof recordsCreate>> {
  const postType = deps.postTypes.get(sent.input.post_type);
  const call = { ...sent, input: { ...sent.input, fields: resolveKeys(postType, sent.input.fields) } };
  if (!can(call.actor, `create_${postType.key}`))
    throw new ServiceError('create_post', 'You do not have permission for this', { status: 403 });
  await refuseUnlessProceeding(call, deps, postType);
  const parsed = new ParsedWrite(call, deps, postType);
  const search = await duplicateSearch(call, deps, parsed);
  if (search) return createUnlessDuplicate(call, deps, { search, parsed });
  const prepared = await prepareCreate(call, deps, parsed);
  return createRecord(call, deps, prepared, async (creation) => (await creation()).commit);
}
