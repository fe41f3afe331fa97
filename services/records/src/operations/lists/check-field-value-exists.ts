import { can, type InputOf, recordsCheckFieldValueExists, msg, ServiceError } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import { accessTo } from '../../access/record-access.ts';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { duplicateKey } from '../../fields/shared/duplicate-keys.ts';
import { resolveKey, type PostType } from '../../model/post-type.ts';
import { readLean } from '../../store/read-with-deadline.ts';

type CheckCall = Call<InputOf<typeof recordsCheckFieldValueExists>>;

/** Maximum number of returned records: the newest. */
const maxNamed = 100;

/**
 * The records that hold a value in a communication channel, so that it is not entered twice. For all matches that the caller may not view
 * there is one item with an empty `post_id`.
 */
export const checkFieldValueExists = defineHandler(
  recordsCheckFieldValueExists,
  async (call: CheckCall, deps: DuplicateDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    if (!can(call.actor, `create_${postType.key}`))
      throw new ServiceError('rest_forbidden', 'Sorry, you are not allowed to do that.', { status: 403 });
    const key = keyOf(call.input, postType);
    if (key === undefined) return [];
    const holding = { postType: postType.key, duplicateKeys: key };
    const access = accessTo(call, deps, postType, 'view');
    const [found, hidden] = await Promise.all([
      find(call, deps, { $and: [holding, access.filter] }, { paths: access.paths, limit: maxNamed }),
      find(call, deps, { $and: [holding, { $nor: [access.filter] }] }, { limit: 1 }),
    ]);
    const named = await access.among(found);
    return [
      ...named.map(({ _id }) => ({ post_id: String(_id) })),
      ...(hidden.length + found.length > named.length ? [{ post_id: '' }] : []),
    ];
  },
);

/** Undefined if a parameter is absent or empty. */
function keyOf(input: CheckCall['input'], postType: PostType): string | undefined {
  const { communication_channel: key, field_value: value } = input;
  if (!key || value === undefined) return undefined;
  const field = postType.fields.get(resolveKey(postType, key));
  if (field?.type.settingsList !== 'channels')
    throw invalidParam({
      communication_channel: msg`${key} must be a communication channel of ${postType.key}`,
    });
  return duplicateKey(field.key, String(value));
}

function find(
  call: CheckCall,
  deps: DuplicateDeps,
  filter: Record<string, unknown>,
  { paths = {}, limit }: { paths?: Readonly<Record<string, 1>>; limit: number },
): Promise<{ _id: number }[]> {
  return readLean<{ _id: number }[]>(
    call,
    deps.records
      .find(filter, { _id: 1, ...paths })
      .sort({ _id: -1 })
      .limit(limit)
      .hint({ duplicateKeys: 1, _id: -1 }),
  );
}
