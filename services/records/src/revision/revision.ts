import { isDeepStrictEqual } from 'node:util';
import type { RecordEvent } from '@svc/contracts';
import type { ActivityDraft } from '../model/activity-row.ts';
import { withDuplicateKeys } from '../fields/shared/duplicate-keys.ts';
import type { Field } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';
import { storageOf } from '../model/stored-value.ts';

/** A field whose stored value became another one. */
export interface ChangedField {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** A record on its way to its next version, which fields changed, and when. */
export interface Revision {
  /** As it was read; undefined while it is new. */
  readonly read: RecordDocument | undefined;
  readonly record: RecordDocument;
  readonly changed: readonly ChangedField[];
  /** History rows besides those of the changed fields. */
  readonly rows: readonly ActivityDraft[];
  /** Of the users who get it shared, those who are to be told. */
  readonly notifiedUsers?: readonly number[];
  /** What a request wrote to it; absent where it changed because another record did. */
  readonly written?: WrittenByRequest;
  readonly at: Date;
}

/** What consumers learn of the request that changed a record. */
export interface WrittenByRequest {
  /** Keys of fields, those of hooks included and private ones not. */
  readonly fields: readonly string[];
  readonly silent: boolean;
  readonly occasion?: RecordEvent['data']['occasion'] | undefined;
}

/** The next version of a record that was read, before anything changed in it. */
export function nextVersion(read: RecordDocument, at: Date): Revision {
  const record = { ...read, version: read.version + 1, lastModified: at };
  return { read, record, changed: [], rows: [], at };
}

/** A revision in which the record knows that a user keeps something privately in it. */
export function withPrivateValueOwner(revision: Revision, userId: number): Revision {
  const { record } = revision;
  const users = record.privateValueOwners ?? [];
  if (users.includes(userId)) return revision;
  return { ...revision, record: { ...record, privateValueOwners: [...users, userId] } };
}

/** The first version of a new record of its author, shared with them. */
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
    // Lists take it for granted that every record has a place by its name.
    sort: { name: '' },
    listedRowCount: 0,
  };
  return { read: undefined, record, changed: [], rows: [], at };
}

/** The same revision, in which a field that the record itself keeps has another value. */
export function withValue(revision: Revision, change: ChangedField): Revision {
  const { field, after } = change;
  const { record, changed } = revision;
  const sharing = after === undefined ? [] : (field.type.sharesWith?.(after) ?? []);
  const next = withDuplicateKeys(placed(record, field, after), field, after);
  return sharedWith({ ...revision, record: next, changed: withChange(changed, change) }, sharing);
}

/** One write may change a field twice, by itself and because another one did: that is one change, or none. */
function withChange(changed: readonly ChangedField[], change: ChangedField): readonly ChangedField[] {
  const earlier = changed.find(({ field }) => field.key === change.field.key);
  if (!earlier) return [...changed, change];
  const others = changed.filter((other) => other !== earlier);
  const whole = { ...change, before: earlier.before };
  return isDeepStrictEqual(whole.before, whole.after) ? others : [...others, whole];
}

/** The same revision, shared with these users too. */
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

/** A field and what a write asks of it. */
export interface FieldChange {
  readonly field: Field;
  readonly change: unknown;
  /** It comes from a rule, not from the request: it is written whether or not the request may overwrite. */
  readonly overwrites?: boolean;
}

/** What consumers learn of a request: not which private fields it wrote. */
export function writtenBy(
  changes: readonly FieldChange[],
  { silent, occasion }: Omit<WrittenByRequest, 'fields'>,
): WrittenByRequest {
  const published = changes.filter(({ field }) => storageOf(field) !== 'private');
  return { fields: published.map(({ field }) => field.key), silent, ...(occasion && { occasion }) };
}
