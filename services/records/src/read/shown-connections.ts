import type { Field } from '../model/field.ts';
import type { ListedRecord } from '../model/record.ts';
import { shownConnections } from '../model/connection-item.ts';
import { endName, endOf } from '../model/side.ts';
import type { RecordState } from '../model/stored-value.ts';

/** Maximum number of connections shown on one page; each is a record to look up. */
const maxOnPage = 20_000;

/** Maximum number of connections per field and record on a page: reduced if the page would show too many in all. */
export function shownOnPage(degrees: readonly number[]): number {
  let most: number = shownConnections.listed;
  while (most > 1 && sumUpTo(degrees, most) > maxOnPage) most = Math.floor(most / 2);
  return most;
}

/** Numbers of connections of a record's fields, without zeros. */
export function degreesOf({ degrees }: Pick<ListedRecord, 'degrees'>, fields: readonly Field[]): number[] {
  if (!degrees) return [];
  return fields
    .filter(({ type }) => type.storage === 'edges')
    .map((field) => degrees[endName(endOf(field))] ?? 0)
    .filter((degree) => degree > 0);
}

function sumUpTo(degrees: readonly number[], most: number): number {
  return degrees.reduce((sum, degree) => sum + Math.min(degree, most), 0);
}

/** Total numbers of connections of fields that show only a part of them; empty if all are shown. */
export function connectionTotals(
  { record, connected }: RecordState,
  fields: readonly Field[],
): { connection_totals?: Record<string, number> } {
  if (!record.degrees) return {};
  const totals = fields
    .filter(({ type }) => type.storage === 'edges')
    .map((field) => [field.key, record.degrees?.[endName(endOf(field))] ?? 0] as const)
    .filter(([key, degree]) => degree > (connected[key]?.length ?? 0));
  return totals.length === 0 ? {} : { connection_totals: Object.fromEntries(totals) };
}
