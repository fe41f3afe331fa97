import type { Grant } from '@svc/contracts';
import type { RecordDocument } from '../model/record.ts';

/** Grants every record of the type. */
export const everything: readonly Grant[] = [{}];

/** As much of a record as grants are asked of. */
export type Granted = Pick<RecordDocument, 'sharedWith' | 'fields'>;

/** The fields of a record that grants look at. */
export const grantingFields = ['type', 'sources'] as const;

type Filter = Record<string, unknown>;

/** The condition that lets a query find only granted records. No grant finds nothing. */
export function grantFilter(grants: readonly Grant[]): Filter {
  if (grants.some(isAll)) return {};
  if (grants.length === 0) return { _id: { $in: [] } };
  const conditions = grants.map(condition);
  return conditions.length === 1 ? (conditions[0] as Filter) : { $or: conditions };
}

/** Whether a record in hand is granted. */
export function isGranted(grants: readonly Grant[], record: Granted): boolean {
  return grants.some((grant) => meets(record, grant));
}

/** By what granted records are found in an index. A record is granted that one of the lists speaks of. */
export interface GrantTerms {
  /** Every record is granted, and nothing else is told. */
  readonly all: boolean;
  /** Users with whom it is shared. */
  readonly users: readonly number[];
  /** Options of their field `type`. */
  readonly types: readonly string[];
  /** Options of their field `sources`, of some types only. */
  readonly sources: readonly string[];
  /** Nothing but shares grants a record. */
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

/** Conditions of which each granted record meets one: each of them is counted through an index of its own. */
export function disjointFilters(grants: readonly Grant[]): Filter[] {
  const { users, types, sources } = grantTerms(grants);
  if (sources.length > 0 || types.length === 0 || users.length === 0) return [grantFilter(grants)];
  return [{ 'fields.type': { $in: types } }, { sharedWith: { $in: users }, 'fields.type': { $nin: types } }];
}

/** Grants as keys: a record is granted when one of them is among its own (`grantingKeys`). */
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
const sharedKey = (userId: number) => `shared ${userId}`;
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
