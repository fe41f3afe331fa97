import type { Grant } from '@svc/contracts';
import type { RecordDocument } from '../model/record.ts';

/** Grants every record of the type. */
export const everything: readonly Grant[] = [{}];

export type Granted = Pick<RecordDocument, 'sharedWith' | 'fields'>;

export const grantingFields = ['type', 'sources'] as const;

type Filter = Record<string, unknown>;

/** The condition that lets a query find only granted records. No grant finds nothing. */
export function grantFilter(grants: readonly Grant[]): Filter {
  if (grants.some(isAll)) return {};
  if (grants.length === 0) return { _id: { $in: [] } };
  const conditions = grants.map(condition);
  return conditions.length === 1 ? (conditions[0] as Filter) : { $or: conditions };
}

/** Whether one of the grants covers a record that was read already. */
export function isGranted(grants: readonly Grant[], record: Granted): boolean {
  return grants.some((grant) => meets(record, grant));
}

/** Grants as terms of an index: a granted record matches at least one of the lists. */
export interface GrantTerms {
  /** Every record is granted; all lists are empty. */
  readonly all: boolean;
  /** Users with whom records are shared. */
  readonly users: readonly number[];
  /** Options of the field `type`. */
  readonly types: readonly string[];
  /** Options of the field `sources`; these grants are restricted to some types as well. */
  readonly sources: readonly string[];
  readonly isShared: boolean;
}

export function grantTerms(grants: readonly Grant[]): GrantTerms {
  const all = grants.some(isAll);
  const restricting = all ? [] : grants;
  const each = <Term>(terms: (grant: Grant) => readonly Term[]) => [...new Set(restricting.flatMap(terms))];
  return {
    all,
    users: each(({ shared_with: userId }) => (userId === undefined ? [] : [userId])),
    types: each(({ types = [], sources }) => (sources ? [] : types)),
    sources: each(({ sources = [] }) => sources),
    isShared: grants.every(({ shared_with: userId }) => userId !== undefined),
  };
}

/** Conditions of which a granted record meets exactly one, so that each is counted through its own index. */
export function disjointFilters(grants: readonly Grant[]): Filter[] {
  const { users, types, sources } = grantTerms(grants);
  if (sources.length > 0 || types.length === 0 || users.length === 0) return [grantFilter(grants)];
  return [{ 'fields.type': { $in: types } }, { sharedWith: { $in: users }, 'fields.type': { $nin: types } }];
}

/** Grants as keys: a record is granted when one of them is among its `grantingKeys`. */
export function grantKeys(grants: readonly Grant[]): string[] {
  return grants.flatMap((grant) => {
    const { shared_with: userId, types = [], sources = [undefined] } = grant;
    if (isAll(grant)) return [everyRecord];
    if (userId !== undefined) return [sharedKey(userId)];
    return types.flatMap((type) => sources.map((source) => typeKey(type, source)));
  });
}

/** The keys of the grants that grant a record. */
export function grantingKeys({ sharedWith, fields }: Granted): string[] {
  const { type, sources } = fields;
  const held: readonly unknown[] = Array.isArray(sources) ? sources : [];
  const byType = [undefined, ...held].map((source) => typeKey(type, source));
  return [everyRecord, ...sharedWith.map(sharedKey), ...byType];
}

const everyRecord = '*';
/** The key of records that are shared with a user. */
export const sharedKey = (userId: number) => `shared ${userId}`;
const typeKey = (type: unknown, source?: unknown) => JSON.stringify([type, source]);

function isAll({ shared_with: userId, types, sources }: Grant): boolean {
  return userId === undefined && !types && !sources;
}

function condition({ shared_with: userId, types, sources }: Grant): Filter {
  return {
    ...(userId === undefined ? {} : { sharedWith: userId }),
    ...(types && { 'fields.type': { $in: types } }),
    ...(sources && { 'fields.sources': { $in: sources } }),
  };
}

function meets({ sharedWith, fields }: Granted, { shared_with: userId, types, sources }: Grant): boolean {
  return (
    (userId === undefined || sharedWith.includes(userId)) &&
    (!types || types.includes(fields['type'] as string)) &&
    (!sources || hasAny(fields['sources'], sources))
  );
}

function hasAny(held: unknown, wanted: readonly string[]): boolean {
  return Array.isArray(held) && wanted.some((value) => held.includes(value));
}
