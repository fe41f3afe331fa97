import { type Fields, msg, asMessage, type Message, ServiceError } from '@svc/contracts';
import { pickAccess } from '../access/pick-access.ts';
import { findNamedRecords } from '../connections/find-named-records.ts';
import { endName, endOf, oppositeEnd } from '../model/side.ts';
import { targetType } from '../fields/connection/connection.ts';
import { shown } from '../model/field-type/problem.ts';
import type { WrittenRecord } from '../model/field-type/write.ts';
import type { Field } from '../model/field.ts';
import { valuesOf, maxValues } from '../fields/shared/values-write.ts';
import type { PostType } from '../model/post-type.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { NamedProblem, WriteCode } from '../revision/refusal.ts';
import type { ConnectionChange } from '../fields/connection/connection-write.ts';
import type { NamingCall, NamingDeps, ParsedWrite } from './parsed-write.ts';
import type { FieldChange } from '../revision/revision.ts';
import { admittedChange } from './apply-changes.ts';
import type { RecordDocument } from '../model/record.ts';
import { type RecordState, storedValue } from '../model/stored-value.ts';
import type { ExtraComment, WritePolicy, WriteRequest } from './write-request.ts';
import { cleanComment } from '@svc/service-kit/clean-text';
import { idOf } from '../fields/shared/entry-id.ts';
import { isObject } from '../model/is-object.ts';
import { textOf } from '../fields/shared/plain-text.ts';

type Connection = { readonly field: string; readonly id: number };
type Refused = { readonly problem: NamedProblem };

/**
 * Moves the record's name to `name` alone. On create `name` wins over `title`, on update `title` does.
 * @throws ServiceError when the name is empty.
 */
export function extractName(fields: Fields, code: WriteCode): Fields {
  const { title, name, ...rest } = fields;
  const chosen = code === 'create_post' ? (name ?? title) : (title ?? name);
  if (chosen === undefined) return rest;
  const isText = typeof chosen === 'string' || typeof chosen === 'number';
  const isEmpty = isText ? String(chosen).trim() === '' || chosen === 0 : chosen === null;
  if (!isEmpty) return { ...rest, name: chosen };
  throw new ServiceError(code, 'Name/Title field can not be empty', { status: 400, data: { field: 'name' } });
}

/** @throws ServiceError `create_post` when neither the request nor a hook has a name for the record. */
export function withName(filled: Fields): Fields {
  const fields = extractName(filled, 'create_post');
  if (fields['name'] !== undefined) return fields;
  throw new ServiceError('create_post', 'title needed', { status: 400, data: { field: 'name', fields } });
}

/** A write, and the state of the record that it updates. */
interface RequestedWrite extends Pick<WriteRequest, 'fields' | 'policy'> {
  readonly read: RecordState<RecordDocument> | undefined;
}

/**
 * The fields that hooks see: with the name under `name`, without values that stay, with the connection of `additional_meta`, and with
 * connected records named by id. The problems are those of `additional_meta`.
 */
export async function requestedFields(
  call: NamingCall,
  deps: NamingDeps,
  parsed: ParsedWrite,
  write: RequestedWrite,
): Promise<{ readonly fields: Fields; readonly problems: readonly NamedProblem[] }> {
  const { policy, read } = write;
  const { postType } = parsed;
  const named = extractName(write.fields, policy.code);
  const fields = read ? await withoutExisting(named, parsed, { policy, read }) : withoutEmptyDate(named);
  const { meta } = extractExtras(fields, postType, policy.code);
  const origin = meta && (await connectionOf(call, deps, postType, meta));
  const connected = origin && 'id' in origin ? withConnection(fields, origin) : fields;
  return {
    fields: await withConnectedIds(parsed, connected, read && writtenRecord(read)),
    problems: origin && 'problem' in origin ? [origin.problem] : [],
  };
}

/** Imports send an empty date for a record without one: it is created now. */
function withoutEmptyDate(fields: Fields): Fields {
  const { post_date: date, ...others } = fields;
  return date === '' || date === null ? others : fields;
}

/**
 * Removes fields whose values stay from a request that must not overwrite, so that hooks do not react to values that are not written.
 * Changes are reduced again when they are applied, since another write may come in between. Invalid fields stay, to be refused.
 */
async function withoutExisting(
  fields: Fields,
  parsed: ParsedWrite,
  { policy, read }: { policy: WritePolicy; read: RecordState<RecordDocument> },
): Promise<Fields> {
  if (policy.existing === 'replaced') return fields;
  const { postType } = parsed;
  const { changes } = await parsed.changesOf({ fields, record: writtenRecord(read) });
  const kept = changes.filter((change) => isKept(change, { postType, policy }, read));
  const keys = new Set(kept.map(({ field }) => field.key));
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}

/** Whether a change has no effect in a write that must not overwrite. */
export function isKept(
  asked: FieldChange,
  { postType, policy }: Pick<WriteRequest, 'postType' | 'policy'>,
  read: RecordState,
): boolean {
  return admittedChange(postType, asked, storedValue(read, asked.field), policy) === undefined;
}

/** The record of an update, as field types know it. */
export function writtenRecord({ record, connected }: RecordState<RecordDocument>): WrittenRecord {
  return { id: record._id, connected };
}

/**
 * The connection that `additional_meta` adds to a write: it names a field of the original record, and the new record gets the connection in
 * the counterpart of that field (docs/guides/writing-a-record.md#values-of-a-field). This happens before the hooks, so that rules treat it like
 * any other connection. Callers who may not pick the original record get the same error as for a missing one.
 */
async function connectionOf(
  call: NamingCall,
  deps: NamingDeps,
  postType: PostType,
  { createdFrom, addConnection }: AdditionalMeta,
): Promise<Connection | Refused | undefined> {
  const source = await typeOfPicked(call, deps, createdFrom);
  if (!source) return refused('created_from', 'must be a record that you may view', createdFrom);
  if (addConnection === undefined) return undefined;
  const field = source.fields.get(addConnection);
  if (field?.type.storage !== 'edges')
    return refused('add_connection', msg`must be a connection of ${source.key}`, addConnection);
  const counterpart = counterpartOf(field, postType);
  if (counterpart) return { field: counterpart.key, id: createdFrom };
  return refused('add_connection', msg`must connect to ${postType.key}`, addConnection);
}

/** The field at the other end; for the direction `any` the field itself, or the same field of another type. */
function counterpartOf(field: Field, postType: PostType): Field | undefined {
  if (targetType(field) !== postType.key) return undefined;
  const wanted = endName(oppositeEnd(endOf(field)));
  return [...postType.fields.values()].find(
    (other) =>
      other.type.storage === 'edges' &&
      endName(endOf(other)) === wanted &&
      targetType(other) === field.postType,
  );
}

function withConnection(fields: Fields, { field, id }: Connection): Fields {
  const sent = fields[field];
  const write = valuesOf(sent);
  // A value that is not a valid write of a connection is left for its field to refuse.
  if (sent !== undefined && !write) return fields;
  return { ...fields, [field]: { ...(sent as object), values: [...(write?.values ?? []), { value: id }] } };
}

async function typeOfPicked(call: NamingCall, deps: NamingDeps, id: number): Promise<PostType | undefined> {
  const found = await readLean(call, deps.records.findOne({ _id: id }, { postType: 1 }));
  const postType = found && deps.postTypes.find(found.postType);
  if (!postType) return undefined;
  const lookup = { ids: [id], titles: [], emails: [], connected: [], isAdded: false };
  const lookups = [{ ...lookup, postType: postType.key }];
  const access = () => pickAccess(call, deps, postType);
  const named = await findNamedRecords(call, deps, { lookups, users: [], access });
  return named.has(postType.key, id) ? postType : undefined;
}

function refused(key: string, reason: Message, received: unknown): Refused {
  const message = msg`additional_meta.${key} ${asMessage(reason)}, received ${shown(received)}`;
  return { problem: { field: 'additional_meta', message } };
}

/**
 * Replaces titles and e-mail addresses of connected records by ids: the effect of rules must not depend on how a record is named. Names
 * that match no record are left, and refused when fields are parsed.
 */
async function withConnectedIds(
  write: ParsedWrite,
  fields: Fields,
  record: WrittenRecord | undefined,
): Promise<Fields> {
  const named = Object.entries(fields).flatMap(([key, value]) => namedByText(write, key, value));
  if (named.length === 0) return fields;
  const settled = (await write.resolve(named, record)).flatMap(({ field, outcome }) =>
    'change' in outcome ? [[field.key, asWritten(outcome.change as ConnectionChange)]] : [],
  );
  return { ...fields, ...(Object.fromEntries(settled) as Fields) };
}

function namedByText(write: ParsedWrite, key: string, value: unknown): FieldChange[] {
  const field = write.postType.fields.get(key);
  if (field?.type.storage !== 'edges') return [];
  const parsed = write.parse(field, value);
  if ('problem' in parsed) return [];
  const { entries } = parsed.change as ConnectionChange;
  return entries.some(({ target }) => !('id' in target)) ? [{ field, change: parsed.change }] : [];
}

/** The change in the form in which clients write it. */
function asWritten({ force, entries }: ConnectionChange) {
  const values = entries.map(({ target, delete: remove, meta }) => ({
    value: Object.values(target)[0] as unknown,
    ...(remove ? { delete: true } : {}),
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  }));
  return { values, force_values: force };
}

/** The origin of a new record: another record, and the field of that record to which the new one belongs. */
export interface AdditionalMeta {
  readonly createdFrom: number;
  readonly addConnection: string | undefined;
}

/** A write's fields, the parts of it that are not values of fields, and the problems of these parts. */
interface ExtractedExtras {
  readonly fields: Fields;
  /** In the order of writing. */
  readonly comments: readonly ExtraComment[];
  readonly meta: AdditionalMeta | undefined;
  readonly problems: readonly NamedProblem[];
}

const keysOf: Readonly<Record<WriteCode, readonly string[]>> = {
  create_post: ['initial_comment', 'notes', 'additional_meta'],
  update_post: ['notes'],
};

/**
 * Extracts from a write what is not a field: `notes`, and on create also `initial_comment` and `additional_meta`
 * (docs/guides/writing-a-record.md#values-of-a-field). A type that declares a field of that name keeps it, except the array `notes`, which the
 * settings show but which has no values.
 */
export function extractExtras(
  fields: Fields,
  postType: Pick<PostType, 'fields'>,
  code: WriteCode,
): ExtractedExtras {
  const keys = keysOf[code].filter((key) => key in fields && isExtra(key, postType));
  const taken = Object.fromEntries(keys.map((key) => [key, fields[key]]));
  const rest = Object.entries(fields).filter(([key]) => !keys.includes(key));
  const problems: NamedProblem[] = [];
  const comments = [
    ...commentOf(taken['initial_comment'], problems),
    ...('notes' in taken ? notesOf(taken['notes'], problems) : []),
  ];
  const meta = 'additional_meta' in taken ? metaOf(taken['additional_meta'], problems) : undefined;
  return { fields: Object.fromEntries(rest), comments, meta, problems };
}

function isExtra(key: string, { fields }: Pick<PostType, 'fields'>): boolean {
  const declared = fields.get(key);
  return !declared || (key === 'notes' && declared.type.name === 'array');
}

/** Forms send an empty text if nothing was entered. */
function commentOf(sent: unknown, problems: NamedProblem[]): ExtraComment[] {
  if (sent === undefined || sent === null || sent === '') return [];
  return textsOf([sent], 'initial_comment', problems).map((text) => ({ text, isNote: false }));
}

/** Empty texts are not notes either. */
function notesOf(sent: unknown, problems: NamedProblem[]): ExtraComment[] {
  if (!Array.isArray(sent)) {
    problems.push({ field: 'notes', message: "'notes' field expected to be an array" });
    return [];
  }
  if (sent.length > maxValues) {
    problems.push({ field: 'notes', message: msg`at most ${maxValues} values in one request: notes` });
    return [];
  }
  const written = sent.filter((note) => note !== '');
  return textsOf(written, 'notes', problems).map((text) => ({ text, isNote: true }));
}

/** Reports only the first invalid text: a thousand may be wrong in the same way. */
function textsOf(sent: readonly unknown[], field: string, problems: NamedProblem[]): string[] {
  const texts: string[] = [];
  for (const each of sent) {
    const text = textOf(each);
    const cleaned = text === undefined ? { problem: asMessage('must be a string') } : cleanComment(text);
    if ('problem' in cleaned) {
      problems.push({
        field,
        message: msg`a comment ${asMessage(cleaned.problem)}: ${field}, received ${shown(each)}`,
      });
      return [];
    }
    texts.push(cleaned.text);
  }
  return texts;
}

function metaOf(sent: unknown, problems: NamedProblem[]): AdditionalMeta | undefined {
  const { created_from: from, add_connection: key, ...others } = isObject(sent) ? sent : {};
  const createdFrom = idOf(from);
  const isWhole = createdFrom !== undefined && (key === undefined || (typeof key === 'string' && key !== ''));
  if (isWhole && Object.keys(others).length === 0) return { createdFrom, addConnection: key };
  const form = '{created_from: <id of a record>, add_connection: <key of one of its connections>}';
  problems.push({
    field: 'additional_meta',
    message: msg`additional_meta must be ${form}, received ${shown(sent)}`,
  });
  return undefined;
}
