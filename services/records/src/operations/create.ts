import { can, type OutputOf, recordsCreate, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import { createUnlessDuplicate } from '../duplicates/create-unless-duplicate.ts';
import { duplicateSearch } from '../duplicates/duplicate-search.ts';
import { resolveKeys, type PostType } from '../model/post-type.ts';
import {
  createRecord,
  prepareCreate,
  type CreateCall,
  refuseUnlessProceeding,
} from '../write/create-record.ts';

export const create = defineHandler(recordsCreate, createOne);

/** Creates a record in the steps of docs/writing-a-record.md. */
export async function createOne(
  sent: CreateCall,
  deps: DuplicateDeps,
): Promise<OutputOf<typeof recordsCreate>> {
  const postType = deps.postTypes.get(sent.input.post_type);
  const call = withResolvedKeys(sent, postType);
  if (!can(call.actor, `create_${postType.key}`)) throw notAllowed();
  await refuseUnlessProceeding(call, deps, postType);
  const search = await duplicateSearch(call, deps, postType);
  if (search) return createUnlessDuplicate(call, deps, search);
  const prepared = await prepareCreate(call, deps, postType);
  return createRecord(call, deps, prepared, async (creation) => (await creation()).commit);
}

function withResolvedKeys(call: CreateCall, postType: PostType): CreateCall {
  return { ...call, input: { ...call.input, fields: resolveKeys(postType, call.input.fields) } };
}

function notAllowed(): ServiceError {
  return new ServiceError('create_post', 'You do not have permission for this', { status: 403 });
}
