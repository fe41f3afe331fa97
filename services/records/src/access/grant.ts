import type { RecordDocument } from '../store/record-document.ts';

/**
 * One reason why an actor may do something with records of a type. Reasons are ORed; each can be asked of a query and of
 * a record in hand, and both answers come from here.
 */
export type Grant =
  | { readonly kind: 'all' }
  | { readonly kind: 'shared'; readonly userId: number }
  | { readonly kind: 'contact types'; readonly types: readonly string[] };

type Filter = Record<string, unknown>;

/** The condition that lets a query find only granted records. No grant finds nothing. */
export function grantFilter(grants: readonly Grant[]): Filter {
  if (grants.some((grant) => grant.kind === 'all')) return {};
  if (grants.length === 0) return { _id: { $in: [] } };
  const conditions = grants.map(condition);
  return conditions.length === 1 ? (conditions[0] as Filter) : { $or: conditions };
}

/** Whether a record in hand is granted. */
export function isGranted(
  grants: readonly Grant[],
  record: Pick<RecordDocument, 'sharedWith' | 'fields'>,
): boolean {
  return grants.some((grant) => {
    if (grant.kind === 'shared') return record.sharedWith.includes(grant.userId);
    return grant.kind === 'all' || grant.types.includes(record.fields['type'] as string);
  });
}

function condition(grant: Grant): Filter {
  if (grant.kind === 'shared') return { sharedWith: grant.userId };
  return grant.kind === 'contact types' ? { 'fields.type': { $in: grant.types } } : {};
}
