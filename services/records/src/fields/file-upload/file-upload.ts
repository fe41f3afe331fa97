import { msg, type Message } from '@svc/contracts';
import { type ActivityDraft, valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import type { NotedRow } from '../../model/field-type/history.ts';
import { fileBoundsDeclaration, writtenByStorage } from './image.ts';
import { listDelta } from '../shared/list-delta.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { operandsOf } from '../shared/filter-operands.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';
import { presentFile, type StoredFile } from './stored-file.ts';

type Files = readonly StoredFile[];

/** Files, in the order in which they came. Only the storage endpoints write them (docs/guides/files.md). */
export const fileUpload: FieldType<Files, Files> = {
  name: 'file_upload',
  storedAs: 'array',
  declaration: fileBoundsDeclaration,
  attributes: ['accepted_file_types', 'max_file_size'],

  write: {
    readOnly: true,
    parse: (_input, field) => writtenByStorage(field),
    apply: (_before, files) => (files.length > 0 ? files : undefined),
    mergeFrom(given, before = []) {
      const known = new Set(before.map(({ key }) => key));
      return [...before, ...given.filter(({ key }) => !known.has(key))];
    },
    delta: (before, after) => listDelta(before, after, ({ key }) => key),
  },

  read: {
    shape: (stored, _field, { site }) =>
      site.keepsFiles ? stored?.map((file) => presentFile(file, site)) : undefined,
    filesOf: (stored) => stored.map(({ key }) => key),
  },

  query: {
    filter: (operand, field) => fileFilter(operand, field),
  },

  history: {
    activity: (before, after, field) => fileRows(before, after, field),
    note: (row, field) => fileNote(row, field),
  },
};

/** `["*"]` has files, `[]` has none (docs/reference/list-query.md#filters). */
function fileFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const given = operandsOf(operand, field);
  const [only, ...others] = 'operands' in given ? given.operands : [operand];
  if (only === undefined) return { filter: unsetFilter };
  if (!Array.isArray(operand) || only !== '*' || others.length > 0)
    return { problem: msg`Invalid file_upload filter values for ${field.key}` };
  return {
    filter: { matchesUnset: false, resolve: ({ path }) => ({ condition: { [path]: { $ne: null } } }) },
  };
}

/** The number of file names in a history row; further files are only counted. */
const maxNames = 3;
const maxNameBytes = 70;

/** The history rows for files of a field that were removed, added or renamed. */
function fileRows(before: Files = [], after: Files = [], field: DeclaredField): ActivityDraft[] {
  const former = new Map(before.map((file) => [file.key, file]));
  const kept = new Set(after.map(({ key }) => key));
  const added = after.filter(({ key }) => !former.has(key));
  const removed = before.filter(({ key }) => !kept.has(key));
  const renamed = after.filter(({ key, name }) => former.has(key) && former.get(key)?.name !== name);
  return [
    ...(removed.length > 0 ? [row(field, namesOf(removed), undefined)] : []),
    ...(added.length > 0 ? [row(field, undefined, namesOf(added))] : []),
    ...renamed.map((file) => row(field, namesOf([former.get(file.key) ?? file]), namesOf([file]))),
  ];
}

/** The note shown for a row of `fileRows` (docs/guides/history.md#rows). */
function fileNote({ metaValue: now, oldValue: old }: NotedRow, { definition }: DeclaredField): Message {
  const { name: label } = definition;
  if (old === '') {
    const { names, count, more } = namesIn(now);
    if (count === 1) return msg`Uploaded file: ${names} to ${label}`;
    return more === 0
      ? msg`Uploaded ${count} files: ${names} to ${label}`
      : msg`Uploaded ${count} files: ${names} and ${more} more to ${label}`;
  }
  const { names, count } = namesIn(old);
  if (now !== valueDeleted) return msg`Renamed file from ${names} to ${namesIn(now).names}`;
  return count === 1
    ? msg`Deleted file: ${names} from ${label}`
    : msg`Deleted all ${count} files from ${label}`;
}

/** One name per line, and on a last line the number of further files. Names have no line breaks. */
function namesOf(files: Files): string {
  const names = files.slice(0, maxNames).map(({ name }) => shortened(name));
  const more = files.length - names.length;
  return [...names, ...(more > 0 ? [String(more)] : [])].join('\n');
}

function namesIn(text: string): { names: string; count: number; more: number } {
  const lines = text.split('\n');
  const names = lines.slice(0, maxNames);
  const more = Number(lines[maxNames] ?? 0);
  return { names: names.join(', '), count: names.length + more, more };
}

/** Cuts a name between characters, never within one. */
function shortened(name: string): string {
  let text = '';
  let bytes = 0;
  for (const character of name) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxNameBytes) return `${text}…`;
    text += character;
  }
  return text;
}

/** Nothing reverts it. */
function row(field: DeclaredField, old: string | undefined, now: string | undefined): ActivityDraft {
  const { undo: _undo, ...draft } = singleValueRow(field, old, now);
  return { ...draft, objectNote: '' };
}
