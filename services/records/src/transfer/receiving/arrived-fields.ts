import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { baseUser } from '../../directory/base-user.ts';
import { parseMoment } from '../../fields/shared/parse-moment.ts';
import { valuesOf } from '../../fields/shared/values-write.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';
import type { Meta } from '../../model/field-type/exchange.ts';
import type { Field } from '../../model/field.ts';
import type { PostType } from '../../model/post-type.ts';
import { storageOf } from '../../model/stored-value.ts';
import { ParsedWrite } from '../../write/parsed-write.ts';
import { isLocalOnly } from '../is-local-only.ts';
import type { TransferDeps } from '../transfer-deps.ts';
import type { ReceivedContact } from './read-contact-data.ts';

/** Initial values of every received contact (docs/guides/transfer.md#receiving). */
const beginning = { overall_status: 'unassigned', sources: { values: [{ value: 'transfer' }] } };

/** Maximum number of values of a refused field that are checked individually. */
const maxSingly = 100;

/** A received contact as the fields of a create; `unplaced` are the values that no field accepts. */
export async function arrivedFields(
  call: Call,
  deps: TransferDeps,
  { post, postmeta, peopleGroups }: ReceivedContact,
) {
  const postType = deps.postTypes.get('contacts');
  const baseUserId = await baseUser(call, deps);
  const { overall_status: _status, sources: _sources, type, ...meta } = postmeta;
  const parsed = new ParsedWrite(call, deps, postType);
  const placed = await placeValues(parsed, { ...meta, ...typeOf(type) });
  const { reason_closed: reason, ...fields } = placed.fields;
  const given: Fields = {
    ...fields,
    ...(reason === undefined || reason === 'transfer' ? {} : { reason_closed: reason }),
    ...beginning,
    ...(baseUserId === undefined ? {} : { assigned_to: baseUserId }),
  };
  // The base user need not be somebody to whom contacts can be assigned: then the contact has no assignee.
  const refused = await refusedFields(parsed, given);
  const taken = Object.entries(given).filter(([key]) => postType.fields.has(key) && !refused.has(key));
  const created = parseMoment(post.post_date_gmt) ?? parseMoment(post.post_date);
  const name = post.post_title.trim() === '' ? `Contact ${post.ID}` : post.post_title;
  const groups = peopleGroups.length > 0 ? { people_groups: peopleGroups } : {};
  return {
    fields: { ...Object.fromEntries(taken), name, ...(created === undefined ? {} : { post_date: created }) },
    unplaced: { ...placed.unplaced, ...groups },
    baseUserId,
  };
}

/** The type `media` of other systems is `access` here, and a user of the other site is not a user here. */
function typeOf(sent: unknown): Meta {
  const [type] = receivedValues(sent);
  if (type === undefined) return {};
  return { type: [type === 'media' || type === 'user' ? 'access' : type] };
}

/** Assigns received values to fields; a field gets those of its values that it does not refuse. `unplaced` are those that no field accepts. */
async function placeValues(parsed: ParsedWrite, meta: Meta): Promise<{ fields: Fields; unplaced: Fields }> {
  const { owned, ownerless } = byOwner(parsed.postType, meta);
  const fields: Fields = {};
  for (const [field, values] of owned) {
    const write = field.type.exchange?.receive(values, field);
    if (write !== undefined) fields[field.key] = write;
  }
  const unplaced = { ...ownerless };
  for (const key of await refusedFields(parsed, fields)) {
    const { [key]: write } = fields;
    const { taken, refused } = await divide(parsed, { [key]: write });
    if (taken === undefined) delete fields[key];
    else fields[key] = taken;
    unplaced[key] = refused;
  }
  return { fields, unplaced };
}

function byOwner(postType: PostType, meta: Meta) {
  const owned = new Map<Field, Fields>();
  const ownerless: Fields = {};
  for (const [key, values] of Object.entries(meta)) {
    if (isLocalOnly(key)) continue;
    const field = ownerOf(postType, key);
    if (field) owned.set(field, { ...owned.get(field), [key]: values });
    else ownerless[key] = values;
  }
  return { owned, ownerless };
}

function ownerOf({ fields }: PostType, key: string): Field | undefined {
  const named = fields.get(key);
  if (named) return travels(named) ? named : undefined;
  return [...fields.values()].find((field) => travels(field) && field.type.exchange?.owns?.(key, field));
}

function travels(field: Field): boolean {
  return field.type.exchange !== undefined && storageOf(field) === 'record';
}

async function refusedFields(parsed: ParsedWrite, fields: Fields): Promise<Set<string>> {
  const { problems } = await parsed.changesOf({ fields });
  return new Set(problems.map(({ field }) => field));
}

/** Splits the write of a field into accepted and refused values. */
async function divide(parsed: ParsedWrite, write: Fields): Promise<{ taken: unknown; refused: unknown }> {
  const [[key, whole]] = Object.entries(write) as [[string, unknown]];
  const { values } = valuesOf(whole) ?? { values: [] };
  if (values.length < 2 || values.length > maxSingly) return { taken: undefined, refused: whole };
  const taken: unknown[] = [];
  const refused: unknown[] = [];
  for (const value of values) {
    const isRefused = await refusedFields(parsed, { [key]: { values: [value] } });
    (isRefused.size > 0 ? refused : taken).push(value);
  }
  return { taken: writtenValues(taken), refused: { values: refused } };
}
