import type { Grant } from '@svc/contracts';
import type { IndexTest } from '../model/index-test.ts';
import { meets } from './indexed-list.ts';
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
  const idLists = new IdLists(table);
  const inTerms = tests.map((test) => test && idLists.asTerms(test));
  const terms = inTerms.map((test) => test && termsOf(test));
  const named = new Set(terms.flatMap((each) => each ?? []));
  const groups = table.countByTerms({ postType, grants }, named, idLists.byTerm);
  return inTerms.map((test, place) => {
    if (!test || !terms[place]) return undefined;
    const counted = groups.filter(({ filterTerms }) => meets(test, { ...noTexts, filterTerms }));
    return counted.reduce((sum, { count }) => sum + count, 0);
  });
}

/** Lists of ids in tests, each under a term of its own: records divide by them as by filter terms. */
class IdLists {
  readonly byTerm = new Map<string, readonly number[]>();
  readonly #terms = new Map<string, string>();
  readonly #table: RecordTable;

  constructor(table: RecordTable) {
    this.#table = table;
  }

  /** The test with terms in place of ids. */
  asTerms(test: IndexTest): IndexTest {
    if (test.kind === 'ids') return { kind: 'terms', terms: [this.#termOf(test.ids)] };
    if (test.kind === 'shared')
      return { kind: 'terms', terms: [this.#termOf(this.#table.idsSharedWith(test.users))] };
    if (test.kind === 'unset')
      return { kind: 'not', of: { kind: 'terms', terms: this.#table.termsBeginning(test.prefix) } };
    if (test.kind === 'not') return { kind: 'not', of: this.asTerms(test.of) };
    if (test.kind === 'all' || test.kind === 'any')
      return { kind: test.kind, of: test.of.map((each) => this.asTerms(each)) };
    return test;
  }

  #termOf(ids: readonly number[]): string {
    const key = ids.join();
    // No filter term begins with a blank.
    const term = this.#terms.get(key) ?? ` ${this.#terms.size}`;
    this.#terms.set(key, term);
    this.byTerm.set(term, ids);
    return term;
  }
}

const noTexts = { _id: 0, searchName: '', searchComms: '', sharedWith: [] };

/** The terms that a test names; undefined if it tests anything else. */
function termsOf(test: IndexTest): readonly string[] | undefined {
  if (test.kind === 'terms') return test.terms;
  if (test.kind === 'not') return termsOf(test.of);
  if (test.kind !== 'all' && test.kind !== 'any') return undefined;
  const parts = test.of.map(termsOf);
  return parts.includes(undefined) ? undefined : parts.flatMap((terms) => terms ?? []);
}
