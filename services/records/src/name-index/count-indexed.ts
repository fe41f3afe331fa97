import type { Grant } from '@svc/contracts';
import type { IndexTest } from '../model/index-test.ts';
import { meets } from './find-indexed.ts';
import type { RecordTable } from './record-table.ts';

/** More records than this are not counted in one turn of the event loop; at 50 ns each, these take some milliseconds. */
const maxCounted = 500_000;

/**
 * The number of records of a type that grants cover and that meet each of several tests, in one pass over the records. Undefined for tests
 * of more than filter terms, and for all tests when there are too many records.
 */
export function countIndexed(
  table: RecordTable,
  { postType, grants }: { readonly postType: string; readonly grants: readonly Grant[] },
  tests: readonly (IndexTest | undefined)[],
): (number | undefined)[] {
  const granted = table.granted(postType, grants, 'createdAt');
  if (granted.length > maxCounted) return tests.map(() => undefined);
  const terms = tests.map((test) => test && termsOf(test));
  const groups = table.countByTerms(granted.ascending, new Set(terms.flatMap((each) => each ?? [])));
  return tests.map((test, place) => {
    if (!test || !terms[place]) return undefined;
    const counted = groups.filter(({ filterTerms }) => meets(test, { ...noTexts, filterTerms }));
    return counted.reduce((sum, { count }) => sum + count, 0);
  });
}

const noTexts = { _id: 0, searchName: '', searchComms: '' };

/** The terms that a test names; undefined if it tests anything else. */
function termsOf(test: IndexTest): readonly string[] | undefined {
  if (test.kind === 'terms') return test.terms;
  if (test.kind === 'not') return termsOf(test.of);
  if (test.kind !== 'all' && test.kind !== 'any') return undefined;
  const parts = test.of.map(termsOf);
  return parts.includes(undefined) ? undefined : parts.flatMap((terms) => terms ?? []);
}
