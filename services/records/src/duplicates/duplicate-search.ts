import { systemActor } from '@svc/contracts';
import { grantsOf } from '../access/grants-of.ts';
import { accessTo, type RecordAccess } from '../access/record-access.ts';
import { connectionSearch } from '../lists/plan/connection-search.ts';
import { endOf } from '../model/side.ts';
import type { Collections } from '../store/collections.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { Field } from '../model/field.ts';
import { resolveKey, type PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { type NamingDeps, parseFields } from '../write/parse-request.ts';
import type { FieldChange } from '../revision/revision.ts';
import type { CreateCall } from '../write/create-record.ts';
import { extractName } from '../write/requested-fields.ts';

/** How to find a duplicate of a record that is to be created. */
export interface DuplicateSearch {
  readonly postType: PostType;
  /** The records that may be updated instead. */
  readonly access: RecordAccess;
  /** The caller may update no record: a duplicate only gains values that it lacks. */
  readonly gains: boolean;
  /** One for each value: a record that meets any of them is a duplicate. */
  readonly conditions: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The search of `check_for_duplicates`: by the values that the request has in the named fields, before hooks fill in
 * others. Ignores keys that are unknown or absent from the request, and fields whose values cannot be compared or are
 * private (docs/duplicates.md#a-create-that-looks-for-duplicates). Undefined when nothing is left to look for.
 *
 * Finds only records that the caller may update. A site link that may update none finds any record by its
 * communication channels: a form may be sent twice.
 */
export async function duplicateSearch(
  call: CreateCall,
  deps: NamingDeps & Pick<Collections, 'edges'>,
  postType: PostType,
): Promise<DuplicateSearch | undefined> {
  const keys = new Set(call.input.check_for_duplicates?.map((key) => keyOf(postType, key)));
  if (keys.size === 0) return undefined;
  const { actor } = call;
  const gains = actor.kind === 'site_link' && grantsOf(actor, 'update', postType).length === 0;
  const requested = Object.entries(extractName(call.input.fields, 'create_post'));
  const fields = Object.fromEntries(
    requested.filter(([key]) => keys.has(key) && isComparable(postType.fields.get(key), gains)),
  );
  // Invalid values are refused later, when the whole request is parsed.
  const { changes } = await parseFields(call, deps, { postType, fields });
  const conditions = [
    ...changes.flatMap(({ field, change }) => field.type.sameAs?.(change, field, pathOf(field)) ?? []),
    ...(await wellConnected(call, deps, changes)),
  ];
  if (conditions.length === 0) return undefined;
  const searcher = gains ? { ...call, actor: systemActor('Duplicate Checker') } : call;
  return { postType, conditions, gains, access: accessTo(searcher, deps, postType, 'update') };
}

/** Finds records with so many connections that they have no link term for each: only their edges show a match. */
async function wellConnected(
  call: CreateCall,
  deps: Pick<NamingDeps, 'postTypes'> & Pick<Collections, 'records' | 'edges'>,
  changes: readonly FieldChange[],
): Promise<DuplicateSearch['conditions']> {
  const search = connectionSearch(call, deps);
  const connected = changes.filter(({ field }) => field.type.storage === 'edges');
  const found = await Promise.all(
    connected.map(({ field, change }) => {
      const entries = (change as ConnectionChange).entries.filter((entry) => !entry.delete);
      const ids = entries.map(({ target }) => idOf(target));
      return search.wellConnected(endOf(field), ids);
    }),
  );
  const ids = found.flat();
  return ids.length > 0 ? [{ _id: { $in: ids } }] : [];
}

function keyOf(postType: PostType, key: string): string {
  return key === 'title' ? 'name' : resolveKey(postType, key);
}

function isComparable(field: Field | undefined, onlyChannels: boolean): boolean {
  if (!field?.type.sameAs || (onlyChannels && field.type.settingsList !== 'channels')) return false;
  const storage = storageOf(field);
  return field.key === 'name' || storage === 'record' || storage === 'edges';
}

function pathOf({ key }: Field): string {
  return key === 'name' ? key : `fields.${key}`;
}
