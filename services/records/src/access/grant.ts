import type { RecordDocument } from '../model/record.ts';

/**
 * One reason why an actor may do something with records of a type. Reasons are ORed; each can be asked of a query and of
 * a record in hand, and both answers come from here.
 */
export type Grant =
  | { readonly kind: 'all' }
  | { readonly kind: 'shared'; readonly userId: number }
  | { readonly kind: 'contact types'; readonly types: readonly string[] }
  | {
      readonly kind: 'contact sources';
      readonly types: readonly string[];
      readonly sources: readonly string[];
    };

/** Grants every record of the type. */
export const everything: readonly Grant[] = [{ kind: 'all' }];

/** As much of a record as grants are asked of. */
export type Granted = Pick<RecordDocument, 'sharedWith' | 'fields'>;

/** The fields of a record that grants look at. */
export const grantingFields = ['type', 'sources'] as const;

type Filter = Record<string, unknown>;

/** The condition that lets a query find only granted records. No grant finds nothing. */
export function grantFilter(grants: readonly Grant[]): Filter {
  if (grants.some((grant) => grant.kind === 'all')) return {};
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
  /** Types of contacts. */
  readonly types: readonly string[];
  /** Sources of contacts, of some types only. */
  readonly sources: readonly string[];
  /** Nothing but shares grants a record. */
  readonly isShared: boolean;
}

export function grantTerms(grants: readonly Grant[]): GrantTerms {
  const all = grants.some(({ kind }) => kind === 'all');
  const restricting = all ? [] : grants;
  const each = <Term>(terms: (grant: Grant) => readonly Term[]) => [...new Set(restricting.flatMap(terms))];
  return {
    all,
    users: each((grant) => (grant.kind === 'shared' ? [grant.userId] : [])),
    types: each((grant) => (grant.kind === 'contact types' ? grant.types : [])),
    sources: each((grant) => (grant.kind === 'contact sources' ? grant.sources : [])),
    isShared: grants.every(({ kind }) => kind === 'shared'),
  };
}

/** Conditions of which each granted record meets one: each of them is counted through an index of its own. */
export function disjointFilters(grants: readonly Grant[]): Filter[] {
  const { users, types, sources } = grantTerms(grants);
  if (sources.length > 0 || types.length === 0 || users.length === 0) return [grantFilter(grants)];
  return [{ 'fields.type': { $in: types } }, { sharedWith: { $in: users }, 'fields.type': { $nin: types } }];
}

/** Grants as words: a record is granted when one of them is among its own (`wordsGranting`). */
export function wordsOf(grants: readonly Grant[]): string[] {
  return grants.flatMap((grant) => {
    switch (grant.kind) {
      case 'all':
        return [everyRecord];
      case 'shared':
        return [sharedWord(grant.userId)];
      case 'contact types':
        return grant.types.map((type) => typeWord(type));
      case 'contact sources':
        return grant.types.flatMap((type) => grant.sources.map((source) => typeWord(type, source)));
    }
  });
}

/** The words by which a record is granted. */
export function wordsGranting({ sharedWith, fields }: Granted): string[] {
  const { type, sources } = fields;
  const held: readonly unknown[] = Array.isArray(sources) ? sources : [];
  const byType = [undefined, ...held].map((source) => typeWord(type, source));
  return [everyRecord, ...sharedWith.map(sharedWord), ...byType];
}

const everyRecord = '*';
const sharedWord = (userId: number) => `shared ${userId}`;
const typeWord = (type: unknown, source?: unknown) => JSON.stringify([type, source]);

function condition(grant: Grant): Filter {
  switch (grant.kind) {
    case 'all':
      return {};
    case 'shared':
      return { sharedWith: grant.userId };
    case 'contact types':
      return { 'fields.type': { $in: grant.types } };
    case 'contact sources':
      return { 'fields.type': { $in: grant.types }, 'fields.sources': { $in: grant.sources } };
  }
}

function meets({ sharedWith, fields }: Granted, grant: Grant): boolean {
  switch (grant.kind) {
    case 'all':
      return true;
    case 'shared':
      return sharedWith.includes(grant.userId);
    case 'contact types':
      return grant.types.includes(fields['type'] as string);
    case 'contact sources':
      return grant.types.includes(fields['type'] as string) && hasAny(fields['sources'], grant.sources);
  }
}

function hasAny(held: unknown, wanted: readonly string[]): boolean {
  return Array.isArray(held) && wanted.some((value) => held.includes(value));
}
