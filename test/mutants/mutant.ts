/** A plausible small mistake in the product, and the suites that must fail with it. */
export interface Mutant {
  /** A file of the product, from the root of the repository. */
  readonly file: string;
  /** Text that the file has exactly once. */
  readonly from: string;
  /** The replacement, which runs but behaves differently. */
  readonly to: string;
  /** The promise to users that the mutant breaks. */
  readonly rule: string;
  /** Path patterns for `npm test -- PATTERN` of the narrowest suites that fail with the mutant. */
  readonly killedBy: readonly string[];
}

/** The text of the file with the mutant; undefined unless `from` occurs exactly once. */
export function withMutant(text: string, { from, to }: Pick<Mutant, 'from' | 'to'>): string | undefined {
  const parts = text.split(from);
  return parts.length === 2 ? parts.join(to) : undefined;
}
