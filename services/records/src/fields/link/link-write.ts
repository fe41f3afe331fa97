import { msg } from '@svc/contracts';
import { entryId, newEntryId } from '../shared/entry-id.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { problem, shown, type FieldProblem, type Parsed } from '../../model/field-type/problem.ts';
import { isObject } from '../../model/is-object.ts';
import { isBlank, maxLineLength, textOf, textProblem } from '../shared/plain-text.ts';
import { type EntriesChange, isOn, parseEntries } from '../shared/values-write.ts';

/** A write to a link: entries to add, change and remove; `force` removes all others. */
export type LinkChange = EntriesChange<LinkEntryChange>;

/** The change of one entry; attributes that stay the same are undefined. */
export type LinkEntryChange =
  | { readonly kind: 'add'; readonly metaId: string; readonly type: string; readonly value: string }
  | {
      readonly kind: 'change';
      readonly metaId: string;
      readonly type: string | undefined;
      readonly value: string | undefined;
    }
  | { readonly kind: 'remove'; readonly metaId: string };

const code = 'update_post_link_fields';

/** Parses `{values: [{type, value, meta_id?, delete?}], force_values?}` (docs/guides/writing-a-record.md#values-of-a-field). */
export function parseLinkWrite(input: unknown, field: DeclaredField): Parsed<LinkChange> {
  return parseEntries(input, field, { code, parseEntry });
}

/** The refusal of a type that is not declared or no longer offered. */
export function wrongLinkType(type: unknown, field: DeclaredField): FieldProblem {
  const known = [...field.options.keys()].filter((key) => isOffered(key, field)).join(', ');
  return { code, message: msg`link type must be one of ${known}: ${field.key}, received ${shown(type)}` };
}

/** Whether an entry may get this type. */
export function isOffered(type: string, field: DeclaredField): boolean {
  const declared = field.options.get(type);
  return declared !== undefined && declared['deleted'] !== true;
}

function parseEntry(input: unknown, field: DeclaredField): Parsed<LinkEntryChange> {
  if (!isObject(input)) return problem(msg`Value missing on field: ${field.key}`, code);
  const { meta_id: id, delete: remove, type, value } = input;
  const metaId = entryId(id);
  if (!isBlank(id) && metaId === undefined)
    return problem(msg`link meta_id must be the id of an entry: ${field.key}, received ${shown(id)}`, code);
  if (isOn(remove)) {
    return metaId === undefined
      ? problem(msg`missing meta_id on: ${field.key}`, code)
      : { change: { kind: 'remove', metaId } };
  }
  return metaId === undefined ? parseNew(type, value, field) : parseKnown({ metaId, type, value }, field);
}

function parseNew(type: unknown, value: unknown, field: DeclaredField): Parsed<LinkEntryChange> {
  const text = parseValue(value, field);
  if ('problem' in text) return text;
  if (isBlank(type)) return problem(msg`Type missing on field: ${field.key}`, code);
  if (typeof type !== 'string' || !isOffered(type, field)) return { problem: wrongLinkType(type, field) };
  return { change: { kind: 'add', metaId: newEntryId(), type, value: text.change } };
}

/** Clients send the type along with a new value; an empty value removes the entry. */
function parseKnown(
  { metaId, type, value }: { metaId: string; type: unknown; value: unknown },
  field: DeclaredField,
): Parsed<LinkEntryChange> {
  const isDeclared = type === undefined || (typeof type === 'string' && field.options.has(type));
  if (!isDeclared) return { problem: wrongLinkType(type, field) };
  if (value === '') return { change: { kind: 'remove', metaId } };
  if (value === undefined && type !== undefined)
    return { change: { kind: 'change', metaId, type, value: undefined } };
  const text = parseValue(value, field);
  return 'problem' in text ? text : { change: { kind: 'change', metaId, type, value: text.change } };
}

function parseValue(input: unknown, field: DeclaredField): Parsed<string> {
  const value = textOf(input);
  if (value === undefined || value.trim() === '')
    return problem(msg`Value missing on field: ${field.key}`, code);
  const wrong = textProblem(value, maxLineLength);
  return wrong
    ? problem(msg`link value ${wrong}: ${field.key}, received ${shown(value)}`, code)
    : { change: value };
}
