/** A small mistake in the product, of the kind that somebody could make, and the suites that notice it. */
export interface Mutant {
  /** A file of the product, from the root of the repository. */
  readonly file: string;
  /** Text that the file has exactly once. */
  readonly from: string;
  /** What takes its place. It runs, and does something else. */
  readonly to: string;
  /** What is promised to users and broken by it. */
  readonly rule: string;
  /** Patterns of the paths of the narrowest suites that fail with it, as `npm test -- PATTERN` takes them. */
  readonly killedBy: readonly string[];
}

/** The text of the file with the mistake in it; undefined where `from` is not there, or more than once. */
export function withMutant(text: string, { from, to }: Pick<Mutant, 'from' | 'to'>): string | undefined {
  const parts = text.split(from);
  return parts.length === 2 ? parts.join(to) : undefined;
}
