import { lightRows } from './light-rows.ts';
import { mixedRows } from './mixed-rows.ts';
import { readRows, searchRows } from './read-rows.ts';
import type { Row } from './row.ts';
import { writeRows } from './write-rows.ts';

const allRows: readonly Row[] = [...readRows, ...lightRows, ...writeRows, ...mixedRows, ...searchRows];

/** The rows with these names; all rows when there are none. @throws Error with names that are neither rows nor in `besides`. */
export function rowsNamed(names: readonly string[], besides: readonly string[]): readonly Row[] {
  const known = [...allRows.map(({ name }) => name), ...besides];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new Error(`--only ${unknown.join()}: the rows are ${known.join(', ')}`);
  }
  return names.length === 0 ? allRows : allRows.filter(({ name }) => names.includes(name));
}
