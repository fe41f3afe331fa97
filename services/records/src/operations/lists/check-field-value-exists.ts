import { can, type InputOf, recordsCheckFieldValueExists, msg, ServiceError } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import { grantFilter } from '../../access/grant.ts';
import { accessTo } from '../../access/record-access.ts';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { duplicateKey } from '../../fields/shared/duplicate-keys.ts';
import { visibleRecords } from '../../lists/field-values/visible-values.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { resolveKey, type PostType } from '../../model/post-type.ts';
import { readLean } from '../../store/read-with-deadline.ts';

type CheckCall = Call<InputOf<typeof recordsCheckFieldValueExists>>;

/** Maximum number of returned records: the newest. */
const maxNamed = 100;

/**
 * The records that hold a value in a communication channel, among those that the caller may list, so that it is not entered twice. The
 * answer does not reveal whether other records hold it.
 */
export const checkFieldValueExists = defineHandler(
  recordsCheckFieldValueExists,
  async (call: CheckCall, deps: DuplicateDeps & ListDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    if (!can(call.actor, `access_${postType.key}`))
      throw new ServiceError('rest_forbidden', 'Sorry, you are not allowed to do that.', { status: 403 });
    const key = keyOf(call.input, postType);
    if (key === undefined) return [];
    await deps.limitValueChecks(call);
    const holding = { postType: postType.key, duplicateKeys: key };
    const { grants, found: listed } = await visibleRecords(call, deps, postType);
    const access = accessTo(call, deps, postType, 'view');
    const filter = { $and: [holding, grantFilter(grants), listed.condition, access.filter] };
    const found = await find(call, deps, filter, access.paths);
    return (await access.among(found)).map(({ _id }) => ({ post_id: String(_id) }));
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
  paths: Readonly<Record<string, 1>>,
): Promise<{ _id: number }[]> {
  return readLean<{ _id: number }[]>(
    call,
    deps.records
      .find(filter, { _id: 1, ...paths })
      .sort({ _id: -1 })
      .limit(maxNamed)
      .hint({ duplicateKeys: 1, _id: -1 }),
  );
}
