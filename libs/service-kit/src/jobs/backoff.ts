/** The pauses between attempts, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/** Returns the pause after a number of failures in a row, in milliseconds: it doubles each time, up to the longest. */
export function backoffMs({ firstMs, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1));
}
