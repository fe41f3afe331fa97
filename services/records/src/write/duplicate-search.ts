import type { PipelineStage } from 'mongoose';
import { systemActor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantsOf } from '../access/grants-of.ts';
import { accessTo, type RecordAccess } from '../access/record-access.ts';
import { connectionSearch } from '../connections/connection-search.ts';
import { endOf } from '../model/side.ts';
import type { Collections } from '../store/collections.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { Field } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';
import { resolveKey, withoutOptions, type PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { readLean, readWithDeadline } from '../store/read-with-deadline.ts';
import type { NamingDeps, ParsedWrite } from './parsed-write.ts';
import type { FieldChange } from '../revision/revision.ts';
import { withoutDecidingAccess } from './access-fields.ts';
import { extractName } from './requested-fields.ts';
import type { ExtraComment, WriteCall, WritePolicy, WriteRequest } from './write-request.ts';

type Condition = Readonly<Record<string, unknown>>;

/** Sort key of records without a status: after every option. */
const afterAllOptions = 1_000_000;

/** Number of candidates read at a time: extensions may reject the first ones. */
const candidates = 100;

/** How a create looks for a record that it would duplicate (docs/guides/duplicates.md#a-create-that-looks-for-duplicates). */
export interface DuplicateCheck {
  readonly keys: readonly string[];
  /** Whether existing values of the duplicate stay. */
  readonly keepsExisting: boolean;
}

/** How to find a duplicate of a record that is to be created. */
export interface DuplicateSearch {
  readonly postType: PostType;
  /** The records that may be updated instead. */
  readonly access: RecordAccess;
  /** How the update treats values of the duplicate: they are only completed if the caller may update no record. */
  readonly existing: WritePolicy['existing'];
  /** The site link that alone has written the duplicate, where it only gains. */
  readonly onlyByLink: number | undefined;
  /** One for each value: a record that meets any of them is a duplicate. */
  readonly conditions: readonly Condition[];
}

/**
 * The search of `check_for_duplicates`: by the values that the request has in the named fields, before hooks fill in
 * others. Ignores keys that are unknown or absent from the request, and fields whose values cannot be compared or are
 * private (docs/guides/duplicates.md#a-create-that-looks-for-duplicates). Undefined when nothing is left to look for.
 *
 * Finds only records that the caller may update. A site link that may update none finds, by their communication
 * channels, the records that it created and that nobody else has changed: a form may be sent twice.
 */
export async function duplicateSearch(
  call: WriteCall,
  deps: NamingDeps & Pick<Collections, 'edges'>,
  parsed: ParsedWrite,
  check: DuplicateCheck & Pick<WriteRequest, 'fields'>,
): Promise<DuplicateSearch | undefined> {
  const { postType } = parsed;
  const keys = new Set(check.keys.map((key) => keyOf(postType, key)));
  if (keys.size === 0) return undefined;
  const { actor } = call;
  const gains = actor.siteLinkId !== undefined && grantsOf(actor, 'update', postType).length === 0;
  const requested = Object.entries(extractName(check.fields, 'create_post'));
  const fields = Object.fromEntries(
    requested.filter(([key]) => keys.has(key) && isComparable(postType.fields.get(key), gains)),
  );
  // Invalid values are refused later, when the whole request is parsed.
  const { changes } = await parsed.changesOf({ fields });
  const conditions = [
    ...changes.flatMap(({ field, change }) => field.type.query?.sameAs?.(change, field, pathOf(field)) ?? []),
    ...(await wellConnected(call, deps, changes)),
  ];
  if (conditions.length === 0) return undefined;
  const searcher = gains ? { ...call, actor: systemActor('Duplicate Checker') } : call;
  const access = accessTo(searcher, deps, postType, 'update');
  const onlyByLink = gains ? actor.siteLinkId : undefined;
  const existing = gains ? 'completed' : check.keepsExisting ? 'kept' : 'replaced';
  return { postType, conditions, existing, onlyByLink, access };
}

/** Finds records with so many connections that they have no link term for each: only their edges show a match. */
async function wellConnected(
  call: WriteCall,
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
  if (!field?.type.query?.sameAs || (onlyChannels && field.type.settingsList !== 'channels')) return false;
  const storage = storageOf(field);
  return field.key === 'name' || storage === 'record' || storage === 'edges';
}

function pathOf({ key }: Field): string {
  return key === 'name' ? key : `fields.${key}`;
}

/**
 * The id of the record that a create would duplicate. Of several, the first in the order of the status options, without a
 * status last, and among those with the same status the oldest; for a type without a status field, the newest.
 */
export async function findDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'records'>,
  search: DuplicateSearch,
): Promise<number | undefined> {
  const { access } = search;
  for (let skipped = 0; ; skipped += candidates) {
    const stages: PipelineStage[] = [
      { $match: matching(search) },
      ...placed(search),
      { $skip: skipped },
      { $limit: candidates },
      { $project: { _id: 1, ...access.paths } },
    ];
    const found = await readWithDeadline(call.deadline, (maxTimeMS) =>
      deps.records.aggregate<{ _id: number }>(stages).option({ maxTimeMS }).exec(),
    );
    const [first] = await access.among(found);
    if (first || found.length < candidates) return first?._id;
  }
}

const remark = 'This record was automatically updated rather than creating a new record.';

/** A duplicate has appeared or disappeared since the search, which has to be repeated. Nothing was written. */
export class DuplicatesChanged extends Error {}

/**
 * The update that writes the fields of a create, except the name, to its duplicate (docs/guides/duplicates.md#a-create-that-looks-for-duplicates),
 * and adds a comment about it that mentions the assignee. Its `load` throws DuplicatesChanged when the record is no longer a duplicate.
 */
export function updateOfDuplicate(
  call: WriteCall,
  deps: Pick<NamingDeps, 'records' | 'people'>,
  { postType, fields: given, policy }: WriteRequest,
  { search, id }: { readonly search: DuplicateSearch; readonly id: number },
) {
  const { name: _name, title: _title, ID: _id, ...fields } = given;
  const { existing } = search;
  return {
    postType,
    fields: existing === 'completed' ? fields : withoutDecidingAccess(call.actor, postType, fields),
    policy: { ...policy, existing },
    target: {
      id,
      async load() {
        const record = await loadDuplicate(call, deps, search, id);
        if (record) return record;
        throw new DuplicatesChanged();
      },
    },
    remark: (after: RecordDocument) => remarkFor(call, deps, after, policy),
  };
}

async function remarkFor(
  call: WriteCall,
  { people }: Pick<NamingDeps, 'people'>,
  record: RecordDocument,
  { silent }: Pick<WritePolicy, 'silent'>,
): Promise<ExtraComment> {
  const assignee = record.fields['assigned_to'];
  const mention = { text: remark, isNote: false, secondsEarlier: 1 };
  if (silent || typeof assignee !== 'number') return mention;
  const person = (await people.names(call, [assignee])).get(assignee);
  return person ? { ...mention, text: `@[${person.displayName}](${assignee}) ${remark}` } : mention;
}

/** The record with this id, if the search still finds it. */
async function loadDuplicate(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'records'>,
  search: DuplicateSearch,
  id: number,
): Promise<RecordDocument | undefined> {
  const found = await readLean(call, deps.records.findOne({ _id: id, ...matching(search) }));
  const [record] = await search.access.among(found ? [found] : []);
  return record;
}

function matching({ postType, conditions, access, onlyByLink }: DuplicateSearch): Record<string, unknown> {
  const isOne = withoutOptions(postType.duplicates.never_updated);
  return {
    postType: postType.key,
    ...(onlyByLink !== undefined && { onlyByLink }),
    $and: [access.filter, isOne, { $or: combined(conditions) }],
  };
}

/** Combines conditions on the same path, such as a thousand phone numbers: the database plans each branch of `$or`. */
function combined(conditions: readonly Condition[]): Condition[] {
  const plain = conditions.filter(isPlain);
  const byPath = Map.groupBy(plain, (condition) => Object.keys(condition)[0] as string);
  return [
    ...[...byPath].map(([path, same]) => ({ [path]: { $in: same.map((condition) => condition[path]) } })),
    ...conditions.filter((condition) => !isPlain(condition)),
  ];
}

function isPlain(condition: Condition): boolean {
  const values = Object.values(condition);
  return values.length === 1 && typeof values[0] !== 'object';
}

function placed({ postType }: DuplicateSearch): PipelineStage[] {
  const { statusField } = postType;
  if (!statusField) return [{ $sort: { createdAt: -1, _id: 1 } }];
  const place = { $ifNull: [`$sort.${statusField.status_key}`, afterAllOptions] };
  return [{ $addFields: { place } }, { $sort: { place: 1, createdAt: 1, _id: 1 } }];
}
