import { isDeepStrictEqual } from 'node:util';
import type { Actor, RecordEvent } from '@svc/contracts';
import type { ActivityDraft } from '../model/activity-row.ts';
import { withDuplicateKeys } from '../fields/shared/duplicate-keys.ts';
import type { Field } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';
import type { PostType } from '../model/post-type.ts';
import { type RecordState, storageOf } from '../model/stored-value.ts';

export interface ChangedField {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** A record on its way to its next version, with its changed fields. */
export interface Revision {
  /** The version that was read; undefined for a new record. */
  readonly read: RecordDocument | undefined;
  readonly record: RecordDocument;
  readonly changed: readonly ChangedField[];
  /** History rows in addition to those of the changed fields. */
  readonly rows: readonly ActivityDraft[];
  /** Users among those it is newly shared with who are to be notified. */
  readonly notifiedUsers?: readonly number[];
  /** The request that wrote the record; absent if it changed because another record did. */
  readonly written?: WrittenByRequest;
  readonly at: Date;
}

/** The parts of a request that its event contains. */
export interface WrittenByRequest {
  /** Keys of the written fields, including those that hooks added, without private ones. */
  readonly fields: readonly string[];
  readonly silent: boolean;
  readonly occasion?: RecordEvent['data']['occasion'] | undefined;
}

/** The next version of a record, before any change. */
export function nextVersion(read: RecordDocument, at: Date): Revision {
  const record = { ...read, version: read.version + 1, lastModified: at };
  return { read, record, changed: [], rows: [], at };
}

export function withPrivateValueOwner(revision: Revision, userId: number): Revision {
  const { record } = revision;
  const users = record.privateValueOwners ?? [];
  if (users.includes(userId)) return revision;
  return { ...revision, record: { ...record, privateValueOwners: [...users, userId] } };
}

/** The first version of a new record, shared with its author. */
export function firstVersion(options: {
  id: number;
  postType: string;
  authorId: number;
  at: Date;
}): Revision {
  const { id, postType, authorId, at } = options;
  const record: RecordDocument = {
    _id: id,
    postType,
    name: '',
    authorId,
    createdAt: at,
    lastModified: at,
    version: 1,
    sharedWith: authorId > 0 ? [authorId] : [],
    fields: {},
    // Lists rely on every record having a sort key for its name.
    sort: { name: '' },
    listedRowCount: 0,
  };
  return { read: undefined, record, changed: [], rows: [], at };
}

/** A new record of its author, without values, and its first version. */
export function newRecord(
  { userId }: Pick<Actor, 'userId'>,
  { id, postType, written }: { id: number; postType: Pick<PostType, 'key'>; written: WrittenByRequest },
): { revision: Revision; state: RecordState<RecordDocument> } {
  const first = firstVersion({ id, postType: postType.key, authorId: userId, at: new Date() });
  const state = { record: first.record, privateValues: {}, connected: {} };
  return { revision: { ...first, written }, state };
}

/** Sets the value of a field that is stored in the record itself. */
export function withValue(revision: Revision, change: ChangedField): Revision {
  const { field, after } = change;
  const { record, changed } = revision;
  const sharing = after === undefined ? [] : (field.type.write.sharesWith?.(after) ?? []);
  const next = withDuplicateKeys(placed(record, field, after), field, after);
  return sharedWith({ ...revision, record: next, changed: withChange(changed, change) }, sharing);
}

/** A write may change a field twice, directly and as a side effect: the two are joined into one change, or none. */
function withChange(changed: readonly ChangedField[], change: ChangedField): readonly ChangedField[] {
  const earlier = changed.find(({ field }) => field.key === change.field.key);
  if (!earlier) return [...changed, change];
  const others = changed.filter((other) => other !== earlier);
  const whole = { ...change, before: earlier.before };
  return isDeepStrictEqual(whole.before, whole.after) ? others : [...others, whole];
}

/** Shares the record with more users. */
export function sharedWith(revision: Revision, userIds: Iterable<number>): Revision {
  const { record } = revision;
  const users = new Set([...record.sharedWith, ...userIds]);
  if (users.size === record.sharedWith.length) return revision;
  return { ...revision, record: { ...record, sharedWith: [...users] } };
}

function placed(record: RecordDocument, field: Field, after: unknown): RecordDocument {
  if (field.key === 'name') return { ...record, name: after as string };
  if (field.key === 'post_date') return { ...record, createdAt: new Date(Number(after) * 1000) };
  const { [field.key]: _before, ...others } = record.fields;
  return { ...record, fields: after === undefined ? others : { ...others, [field.key]: after } };
}

/** A field and the requested change of it. */
export interface FieldChange {
  readonly field: Field;
  readonly change: unknown;
  /** Whether it comes from a rule and not from the request: it is written even if the request may not overwrite. */
  readonly overwrites?: boolean;
}

/** The parts of a request that its event contains, without private fields. */
export function writtenBy(
  changes: readonly FieldChange[],
  { silent, occasion }: Omit<WrittenByRequest, 'fields'>,
): WrittenByRequest {
  const published = changes.filter(({ field }) => storageOf(field) !== 'private');
  return { fields: published.map(({ field }) => field.key), silent, ...(occasion && { occasion }) };
}
