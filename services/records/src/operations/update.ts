import { type InputOf, type OutputOf, recordsUpdate, ServiceError } from '@svc/contracts';
import { type Call, defineHandler } from '@svc/service-kit';
import { resolveKeys } from '../model/post-type.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { updateRecord } from '../write/write-record.ts';
import { updating, type WritePorts } from '../write/write-request.ts';

export const update = defineHandler(recordsUpdate, updateOne);

/** Changes fields of a record in the steps of docs/internals/writing-a-record.md. */
export async function updateOne(
  call: Call<InputOf<typeof recordsUpdate>>,
  deps: WritePorts,
): Promise<OutputOf<typeof recordsUpdate>> {
  const { post_type: key, id, version, if_match: versions, do_not_overwrite: keepsExisting } = call.input;
  const postType = deps.postTypes.get(key);
  const fields = resolveKeys(postType, call.input.fields);
  const policy = { ...updating(call.input), ...(keepsExisting && { existing: 'kept' as const }) };
  const load = async () => {
    const record = await loadOrRefuse(call, deps, { postType: key, id, action: 'update' });
    const message = 'The record has changed since the version in If-Match; nothing was written.';
    if (versions && !versions.includes(record.version))
      throw new ServiceError('precondition_failed', message);
    if (version === undefined || version === record.version) return record;
    throw new ServiceError('write_conflict', message);
  };
  return updateRecord(call, deps, { postType, fields, policy, target: { id, load } });
}
