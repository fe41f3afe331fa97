/**
 * How long a request of a transfer may take, in milliseconds. Other systems need long for a contact with many comments, and who gives
 * up too early makes them get it twice: the answer is noted also when the caller has gone.
 */
export const longestRequest = 15_000;

/** Until when a transfer is held for one request. */
export function heldFromNow(): Date {
  return new Date(Date.now() + longestRequest + 1_000);
}
