import type { Check, Findings } from '@svc/contracts';
import { table } from '../table.ts';

/** The result of a check of the index as lines of text. */
export function checkLines(check: Check): string[] {
  const { records, comments, begun_at: begun, ended_at: ended } = check;
  const when = ended ? `The index was checked at ${ended}.` : `The index is being checked since ${begun}.`;
  return [
    when,
    table([
      ['', 'AT THE SOURCE', 'IN THE INDEX', 'COMPARED', 'MISSING', 'STALE', 'LEFT OVER'],
      ...rowsOf('records', records),
      ...rowsOf('comments', comments),
    ]),
    ...(wrongIn(check) > 0 ? ['What was missing, stale or left over is repaired.'] : []),
  ];
}

/** The number of wrong entries. */
function wrongIn({ records, comments }: Check): number {
  return [records, comments].reduce((sum, found) => sum + found.missing + found.stale + found.left_over, 0);
}

function rowsOf(name: string, found: Findings): string[][] {
  const { at_source: source, in_index: index, compared, missing, stale, left_over: leftOver } = found;
  const types = [...new Set([...Object.keys(source), ...Object.keys(index)])].sort();
  return [
    [name, sum(source), sum(index), ...[compared, missing, stale, leftOver].map(String)],
    ...types.map((type) => [`  ${type}`, String(source[type] ?? 0), String(index[type] ?? 0)]),
  ];
}

const sum = (counts: Readonly<Record<string, number>>): string =>
  String(Object.values(counts).reduce((total, count) => total + count, 0));
