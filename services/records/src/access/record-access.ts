import { can, reachesPostType, type Grant } from '@svc/contracts';
import type { HookEngine, HookCaller } from '@svc/service-kit';
import type { RecordDocument } from '../model/record.ts';
import { everything, grantFilter, grantingFields, isGranted, type Granted } from './grant.ts';
import { grantsOf, type GrantingType } from './grants-of.ts';

const judgingHooks = { view: 'svc_can_view_permission', update: 'svc_can_update_permission' } as const;

/** The paths that an access check reads, for queries with a projection. */
export const judgedPaths: Readonly<Record<string, 1>> = {
  sharedWith: 1,
  ...Object.fromEntries(grantingFields.map((key) => [`fields.${key}`, 1])),
};

type Judged = Granted & { readonly _id: number };

/** Which records of a type one caller may view or update: as a query filter, and as a check of records already read. */
export interface RecordAccess {
  readonly grants: readonly Grant[];
  /** Part of every query for records that the caller will see. Its results must pass through `among`. */
  readonly filter: Record<string, unknown>;
  /** Paths that a query with a projection must read in addition. */
  readonly paths: Readonly<Record<string, 1>>;
  /** The permitted ones among records that the query found, in the same order. */
  among<Found extends { readonly _id: number }>(records: readonly Found[]): Promise<readonly Found[]>;
  /** Whether a record is permitted, even when it was found without `filter`. */
  allows(record: Judged): Promise<boolean>;
}

/** For a type that the caller's API key does not reach: extensions are not asked. */
const noAccess: RecordAccess = {
  grants: [],
  filter: grantFilter([]),
  paths: {},
  among: async () => [],
  allows: async () => false,
};

/**
 * A caller's access to records of a type, from their capabilities and shares. Extensions may decide otherwise for each record
 * (`svc_can_view_permission`, `svc_can_update_permission`); without such an extension the filter finds exactly the granted records.
 */
export function accessTo(
  call: HookCaller,
  { hooks }: { readonly hooks: HookEngine },
  postType: GrantingType,
  action: 'view' | 'update',
): RecordAccess {
  const { actor } = call;
  if (!reachesPostType(actor, postType.key)) return noAccess;
  const granted = grantsOf(actor, action, postType);
  const hook = judgingHooks[action];
  if (actor.kind === 'system' || !hooks.hasFilters(hook))
    return {
      grants: granted,
      filter: grantFilter(granted),
      paths: {},
      among: async (records) => records,
      allows: async (record) => isGranted(granted, record),
    };
  const judge = (record: Judged) =>
    hooks.filter(hook, { actor }, isGranted(granted, record), record._id, postType.key);
  return {
    grants: everything,
    filter: {},
    paths: judgedPaths,
    allows: judge,
    async among(records) {
      // A projection returns no `sharedWith` or `fields` for a record that has no values at its paths.
      return filterWhere(records, (record) => judge({ sharedWith: [], fields: {}, ...record }));
    },
  };
}

/**
 * Which records of a type a caller may delete: any (`delete_any_<type>`), or those that they may view and have created. Extensions may
 * decide otherwise for each record that the caller may view (`svc_can_delete_permission`).
 */
export function accessToDelete(
  call: HookCaller,
  deps: { readonly hooks: HookEngine },
  postType: GrantingType,
) {
  const { actor } = call;
  const { key } = postType;
  if (!reachesPostType(actor, key)) return noAccess;
  const any = { filter: {}, among: async (records: readonly RecordDocument[]) => records };
  if (can(actor, `delete_any_${key}`)) return any;
  const { filter, among } = accessTo(call, deps, postType, 'view');
  const judge = ({ _id: id, authorId }: RecordDocument) => {
    const isAuthor = actor.userId > 0 && authorId === actor.userId;
    return deps.hooks.filter('svc_can_delete_permission', { actor }, isAuthor, id, key);
  };
  return {
    filter,
    async among(records: readonly RecordDocument[]) {
      return filterWhere(await among(records), judge);
    },
  };
}

async function filterWhere<Each>(all: readonly Each[], isWanted: (each: Each) => Promise<boolean>) {
  const answers = await Promise.all(all.map(isWanted));
  return all.filter((_each, index) => answers[index]);
}
