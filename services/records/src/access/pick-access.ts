import { can, reachesPostType } from '@svc/contracts';
import type { Call, HookEngine } from '@svc/service-kit';
import { listedUsers } from '../directory/listed-users.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { GrantingType } from './grants-of.ts';
import { accessTo, judgedPaths, type RecordAccess } from './record-access.ts';

/** Which records the caller may pick: a filter for the query, and a check of the records that it found. */
export type PickAccess = Pick<RecordAccess, 'filter' | 'paths' | 'among'>;

type Picked = GrantingType & Partial<Pick<PostType, 'userField'>>;
type Found = { readonly _id: number; readonly fields?: RecordDocument['fields'] };

/** Every record of the type may be picked by its name. */
export const pickAll: PickAccess = { filter: {}, paths: {}, among: async (records) => records };

/**
 * The records of a type to which the caller may connect another record: those that they may view, all of a type whose names they may list
 * (`list_all_<type>`), the record that stands for themselves, and those of users whom they may list. `among` is at least as strict as the
 * filter, so it also holds for records found without it.
 */
export function pickAccess(
  call: Pick<Call, 'actor' | 'ask'>,
  deps: { readonly hooks: HookEngine },
  postType: Picked,
): PickAccess {
  const { actor } = call;
  if (can(actor, `list_all_${postType.key}`)) return pickAll;
  const view = accessTo(call, deps, postType, 'view');
  if (!reachesPostType(actor, postType.key)) return view;
  const { userField } = postType;
  const userPath = userField !== undefined && actor.userId > 0 ? `fields.${userField}` : undefined;
  const userOf = ({ fields }: Found) => Number(fields?.[userField ?? ''] ?? 0);
  return {
    filter: userPath ? { $or: [view.filter, { [userPath]: { $gt: 0 } }] } : view.filter,
    paths: { ...judgedPaths, ...(userPath && { [userPath]: 1 }) },
    async among(records) {
      const isViewed = await Promise.all(
        records.map((record) => view.allows({ sharedWith: [], fields: {}, ...record })),
      );
      const hidden = records.filter((_record, index) => !isViewed[index]);
      const listed = userPath ? await listedUsers(call, hidden.map(userOf)) : new Set();
      return records.filter((record, index) => isViewed[index] || listed.has(userOf(record)));
    },
  };
}
