/** Looking for a text: the records that a judge wants to see on the first page. */
export interface JudgedQuery {
  readonly kind: string;
  readonly query: string;
  /** Keys of records of the set; so few that a page holds them all. */
  readonly relevant: readonly string[];
}

/** How much of what a query should find is found, from 0 to 1. */
export function recallOf(relevant: readonly string[], found: readonly string[]): number {
  return relevant.filter((key) => found.includes(key)).length / relevant.length;
}
