import type { RecordsDeps } from '../deps.ts';

/** Until when a transfer is held for one request. */
export function heldFromNow({ longestRequest }: Pick<RecordsDeps, 'longestRequest'>): Date {
  return new Date(Date.now() + longestRequest + 1_000);
}
