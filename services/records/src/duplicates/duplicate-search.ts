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

/** What makes a record the same as the one that is to be created, and which records are looked at. */
export interface DuplicateSearch {
  readonly postType: PostType;
  /** The records that the create may be written to. */
  readonly access: RecordAccess;
  /** The caller may update none: what is found only gains what it lacks. */
  readonly gains: boolean;
  /** One for each value: a record that meets any of them is the same. */
  readonly conditions: readonly Readonly<Record<string, unknown>>[];
}

/**
 * What `check_for_duplicates` looks for: the values that the request itself has for the fields it names, before hooks have
 * filled in others. Keys that are unknown or absent from the request, and fields whose values cannot be the same or
 * are private to a user, look for nothing (docs/duplicates.md#a-create-that-looks-for-duplicates). Undefined when nothing is left to look for.
 *
 * Only records are found that the caller may update. A site link that may update none finds any record by its
 * communication channels: a form sends itself twice.
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
  // What cannot be understood is refused where the whole request is.
  const { changes } = await parseFields(call, deps, { postType, fields });
  const conditions = [
    ...changes.flatMap(({ field, change }) => field.type.sameAs?.(change, field, pathOf(field)) ?? []),
    ...(await wellConnected(call, deps, changes)),
  ];
  if (conditions.length === 0) return undefined;
  const searcher = gains ? { ...call, actor: systemActor('Duplicate Checker') } : call;
  return { postType, conditions, gains, access: accessTo(searcher, deps, postType, 'update') };
}

/** Records that are connected so well that they do not carry with whom: only the edges tell. */
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
