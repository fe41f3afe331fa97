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
