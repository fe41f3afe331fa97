import { can, msg, ServiceError } from '@svc/contracts';
import { type Call, inBatches } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import { otherEnd } from '../model/side.ts';
import type { ReadDeps } from './read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { accessTo, judgedPaths } from '../access/record-access.ts';

type Condition = Readonly<Record<string, unknown>>;
type PersonalCall = Pick<Call, 'actor' | 'deadline'>;
type PersonalDeps = Pick<ReadDeps, 'records' | 'edges' | 'hooks' | 'postTypes'>;

const inOneQuery = 1_000;

/**
 * The condition for personal records of a type: no capability shows them in a list, so only shares lead to them. Undefined for a type
 * without such records.
 */
export function personalFilter({ grants }: Pick<PostType, 'grants'>): Condition | undefined {
  if (!grants) return undefined;
  const listing = grants.filter(({ actions = ['list'] }) => actions.includes('list'));
  if (listing.some(({ types }) => !types)) return undefined;
  return { 'fields.type': { $nin: [...new Set(listing.flatMap(({ types = [] }) => types))] } };
}

/** The number of personal records among those that meet a condition that the caller may not view. */
export async function countHiddenPersonal(
  call: PersonalCall,
  deps: PersonalDeps,
  condition: Condition,
): Promise<number> {
  const counts = deps.postTypes.all().map(async (postType) => {
    const personal = personalFilter(postType);
    if (!personal) return 0;
    const { allows } = accessTo(call, deps, postType, 'view');
    const filter = { postType: postType.key, ...condition, ...personal };
    const found = await readLean(call, deps.records.find(filter, judgedPaths));
    const isViewed = await Promise.all(
      found.map((record) => allows({ sharedWith: [], fields: {}, ...record })),
    );
    return isViewed.filter((viewed) => !viewed).length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * Checks, before a record is deleted by a caller who may delete every record of its type, that they know how many personal records of others
 * are connected to it (docs/guides/writing-a-record.md#refusals-and-repeats).
 * @throws ServiceError `confirmation_required` with the number, and nothing else about them.
 */
export async function refuseUnconfirmed(
  call: PersonalCall & { readonly input: { readonly confirm?: boolean | undefined } },
  deps: PersonalDeps,
  { _id: id, postType }: { readonly _id: number; readonly postType: string },
): Promise<void> {
  if (call.actor.kind === 'system' || call.input.confirm || !can(call.actor, `delete_any_${postType}`))
    return;
  const edges = await readLean(
    call,
    deps.edges.find({ $or: [{ from: id }, { to: id }] }, { from: 1, to: 1 }),
  );
  const others = new Set(edges.map((edge) => otherEnd(edge, id)));
  let count = 0;
  for (const ids of inBatches([...others], inOneQuery))
    count += await countHiddenPersonal(call, deps, { _id: { $in: ids } });
  if (count === 0) return;
  throw new ServiceError(
    'confirmation_required',
    msg`Personal contacts that you may not view are attached: ${count}. To delete all the same, repeat the request with confirm=true.`,
    { data: { personal_contacts: count } },
  );
}
