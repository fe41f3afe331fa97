import { can, type Grant } from '@svc/contracts';
import type { HookEngine, HookCaller } from '@svc/service-kit';
import type { RecordDocument } from '../model/record.ts';
import { everything, grantFilter, grantingFields, isGranted, type Granted } from './grant.ts';
import { grantsOf, type GrantingType } from './grants-of.ts';

const judgingHooks = { view: 'svc_can_view_permission', update: 'svc_can_update_permission' } as const;

/** What judging a record looks at, for queries that do not read all of it. */
export const judgedPaths: Readonly<Record<string, 1>> = {
  sharedWith: 1,
  ...Object.fromEntries(grantingFields.map((key) => [`fields.${key}`, 1])),
};

type Judged = Granted & { readonly _id: number };

/** What one caller may do with records of a type, in the form of a query and for records in hand. */
export interface RecordAccess {
  /** Why they may, as far as a query can ask it. */
  readonly grants: readonly Grant[];
  /** Part of every query whose records the caller gets to see. What it finds goes through `among`. */
  readonly filter: Record<string, unknown>;
  /** What else a query with a projection has to read. */
  readonly paths: Readonly<Record<string, 1>>;
  /** Those that they may, of records that the query found, in their order. */
  among<Found extends { readonly _id: number }>(records: readonly Found[]): Promise<readonly Found[]>;
  /** Whether they may, whichever way the record was found. */
  allows(record: Judged): Promise<boolean>;
}

/**
 * What a caller may do with records of a type: what their capabilities and shares grant, and what extensions make of it, who judge each
 * record (`svc_can_view_permission`, `svc_can_update_permission`). Where none does, queries find nothing else than what is granted.
 */
export function accessTo(
  call: HookCaller,
  { hooks }: { readonly hooks: HookEngine },
  postType: GrantingType,
  action: 'view' | 'update',
): RecordAccess {
  const { actor } = call;
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
      // A query that does not read a part of a record without values has no such part.
      const asked = records.map((record) => judge({ sharedWith: [], fields: {}, ...record }));
      const answers = await Promise.all(asked);
      return records.filter((_record, index) => answers[index]);
    },
  };
}

/**
 * Which records of a type a caller may delete: any (`delete_any_<type>`), or those that they may view and have created, unless extensions
 * say otherwise of one that they may view (`svc_can_delete_permission`).
 */
export function accessToDelete(
  call: HookCaller,
  deps: { readonly hooks: HookEngine },
  postType: GrantingType,
) {
  const { actor } = call;
  const { key } = postType;
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
      const viewed = await among(records);
      const answers = await Promise.all(viewed.map(judge));
      return viewed.filter((_record, index) => answers[index]);
    },
  };
}
