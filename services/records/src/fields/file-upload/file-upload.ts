import { msg } from '@svc/contracts';
import type { Field, FieldType } from '../../model/field.ts';
import { fileBoundsDeclaration, writtenByStorage } from './image.ts';
import { keyedDelta } from '../shared/keyed-delta.ts';
import { operandsOf } from '../shared/filter-operands.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';
import { fileNote, fileRows } from './file-rows.ts';
import { presentFile, type StoredFile } from './stored-file.ts';

type Files = readonly StoredFile[];

/** Files, in the order in which they came. Only the storage endpoints write them (docs/files.md). */
export const fileUpload: FieldType<Files, Files> = {
  name: 'file_upload',
  declaration: fileBoundsDeclaration,
  readOnly: true,

  parse: (_input, field) => writtenByStorage(field),
  apply: (_before, files) => (files.length > 0 ? files : undefined),
  mergeFrom(given, before = []) {
    const known = new Set(before.map(({ key }) => key));
    return [...before, ...given.filter(({ key }) => !known.has(key))];
  },
  filesOf: (stored) => stored.map(({ key }) => key),

  read: (stored, _field, { site }) =>
    site.keepsFiles ? stored?.map((file) => presentFile(file, site)) : undefined,
  filter: (operand, field) => fileFilter(operand, field),

  delta: (before, after) => keyedDelta(before, after, ({ key }) => key),
  activity: (before, after, field) => fileRows(before, after, field),
  note: (row, field) => fileNote(row, field),
};

/** `["*"]` has files, `[]` has none (docs/list-query.md#filters). */
function fileFilter(operand: unknown, field: Field): ParsedFilter {
  const given = operandsOf(operand, field);
  const [only, ...others] = 'operands' in given ? given.operands : [operand];
  if (only === undefined) return { filter: unsetFilter };
  if (!Array.isArray(operand) || only !== '*' || others.length > 0)
    return { problem: msg`Invalid file_upload filter values for ${field.key}` };
  return {
    filter: { matchesUnset: false, resolve: ({ path }) => ({ condition: { [path]: { $ne: null } } }) },
  };
}
