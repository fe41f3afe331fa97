import type { FieldDefinition, InputOf, recordsBatch } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { cellValue, isImportable } from './cell-value.ts';

export type ImportedItem = InputOf<typeof recordsBatch>['items'][number];

export interface RowProblem {
  readonly field: string;
  readonly what: string;
}

export type Columns = readonly Column[];
type Column =
  | { readonly kind: 'field'; readonly key: string; readonly field: FieldDefinition }
  | { readonly kind: 'ID' }
  | { readonly kind: 'notes' }
  | { readonly kind: 'ignored' };

type FieldsByKey = Readonly<Record<string, FieldDefinition>>;

/** The extra column in a file of refused rows. An import ignores it, so that the corrected file can be imported again. */
export const problemTitle = 'import problem';

/** Column titles that differ from field names: title to field key; an empty key leaves the column out. */
export type Mapping = ReadonlyMap<string, string>;

/** Finds columns by title: a field key, a label, `ID`, or `notes`. @throws AdminError with all unknown titles and the known fields. */
export function columnsOf(
  titles: readonly string[],
  { fields, mapping }: { fields: FieldsByKey; mapping: Mapping },
): Columns {
  const problems = [...mapping.keys()]
    .filter((title) => !titles.some((each) => each.trim() === title))
    .map((title) => `there is no column ${JSON.stringify(title)}`);
  const seen = new Set<string>();
  const columns = titles.map((sent): Column => {
    const title = sent.trim();
    const column = columnOf(mapping.get(title) ?? title, fields);
    const name = 'key' in column ? column.key : title;
    if ('problem' in column) problems.push(`column ${JSON.stringify(title)}: ${column.problem}`);
    else if (column.kind !== 'ignored' && seen.has(name)) problems.push(`two columns are mapped to ${name}`);
    else {
      seen.add(name);
      return column;
    }
    return { kind: 'ignored' };
  });
  if (problems.length === 0) return columns;
  const known = Object.entries(fields).flatMap(([key, field]) => (isImportable(field) ? [key] : []));
  throw new AdminError(
    `The header has problems:\n  ${problems.join('\n  ')}\nMap a column to a field with --map "TITLE=KEY", or skip it with --map "TITLE=". Fields: ${known.join(', ')}`,
  );
}

function columnOf(name: string, fields: FieldsByKey): Column | { readonly problem: string } {
  if (name === '' || name === problemTitle) return { kind: 'ignored' };
  if (name === 'ID' || name === 'notes') return { kind: name };
  const [key, field] = findField(name, fields) ?? [];
  if (key === undefined || !field)
    return { problem: `no field has the key or label ${JSON.stringify(name)}` };
  if (isImportable(field)) return { kind: 'field', key, field };
  return { problem: `${key} cannot be imported: its type is ${field.type}` };
}

function findField(name: string, fields: FieldsByKey): readonly [string, FieldDefinition] | undefined {
  const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (own) return [name, own];
  return Object.entries(fields).find(
    ([, field]) => !field.hidden && field.name.toLowerCase() === name.toLowerCase(),
  );
}

/** The item of a row; an empty cell leaves its field unchanged. */
export function itemOf(
  cells: readonly string[],
  columns: Columns,
  separator: string,
): { readonly item: ImportedItem } | { readonly problems: readonly RowProblem[] } {
  if (cells.length !== columns.length)
    return { problems: [{ field: '', what: `has ${cells.length} cells instead of ${columns.length}` }] };
  const problems: RowProblem[] = [];
  const item: ImportedItem = { fields: {} };
  for (const [index, column] of columns.entries()) {
    const cell = cells[index]?.trim() ?? '';
    if (cell === '' || column.kind === 'ignored') continue;
    const problem = setCell(item, { column, cell, separator });
    if (problem !== undefined)
      problems.push({ field: column.kind === 'field' ? column.key : column.kind, what: problem });
  }
  return problems.length > 0 ? { problems } : { item };
}

function setCell(
  item: ImportedItem,
  { column, cell, separator }: { column: Column; cell: string; separator: string },
): string | undefined {
  if (column.kind === 'field') {
    const read = cellValue(cell, column.field, separator);
    if ('problem' in read) return read.problem;
    item.fields[column.key] = read.value;
  } else if (column.kind === 'notes') item.fields['notes'] = [cell];
  else if (/^\d{1,15}$/.test(cell)) item.ID = Number(cell);
  else return `${JSON.stringify(cell)} is not the ID of a record`;
  return undefined;
}
