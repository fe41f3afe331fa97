import type { Field } from '../fields/field-type.ts';
import type { ListedRecord } from '../store/record-document.ts';
import { shownConnections } from './load-connections.ts';
import { endName, endOf } from './side.ts';

/** At most so many connections are shown on one page; each is a record to look up. */
const mostOnPage = 20_000;

/** How many connections each field of each record on a page shows: fewer where there would be too many in all. */
export function shownOnPage(records: readonly ListedRecord[], fields: readonly Field[]): number {
  const names = fields.filter(({ type }) => type.keptIn === 'edges').map((field) => endName(endOf(field)));
  const degrees = records.flatMap(({ degrees: counts = {} }) => names.map((name) => counts[name] ?? 0));
  let most: number = shownConnections.listed;
  while (most > 1 && sumUpTo(degrees, most) > mostOnPage) most = Math.floor(most / 2);
  return most;
}

function sumUpTo(degrees: readonly number[], most: number): number {
  return degrees.reduce((sum, degree) => sum + Math.min(degree, most), 0);
}
