/** A condition on records that the name index (`name-index/`) can decide by itself. `all` of nothing matches every record. */
export type IndexTest =
  | { readonly kind: 'all' | 'any'; readonly of: readonly IndexTest[] }
  | { readonly kind: 'not'; readonly of: IndexTest }
  /** The record has one of these filter terms. */
  | { readonly kind: 'terms'; readonly terms: readonly string[] }
  /** The folded name contains these parts, one after the other. */
  | { readonly kind: 'name'; readonly parts: readonly string[] }
  /** A value of a communication channel contains this folded text. */
  | { readonly kind: 'comms'; readonly text: string }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  /** The record has no filter term that begins with this text: the field of these terms is unset. */
  | { readonly kind: 'unset'; readonly prefix: string }
  /** The record is shared with one of these users. */
  | { readonly kind: 'shared'; readonly users: readonly number[] };

/** The test that every record meets. */
export const everyRecord: IndexTest = { kind: 'all', of: [] };

/** A test that is met when all of these are; undefined if one of them cannot be decided by the index. */
export function allTests(tests: readonly (IndexTest | undefined)[]): IndexTest | undefined {
  const of = known(tests);
  return of && (of.length === 1 ? of[0] : { kind: 'all', of });
}

/** A test that is met when one of these is; undefined if one of them cannot be decided by the index. */
export function anyTest(tests: readonly (IndexTest | undefined)[]): IndexTest | undefined {
  const of = known(tests);
  return of && (of.length === 1 ? of[0] : { kind: 'any', of });
}

function known(tests: readonly (IndexTest | undefined)[]): readonly IndexTest[] | undefined {
  const of = tests.filter((test) => test !== undefined);
  return of.length === tests.length ? of : undefined;
}
