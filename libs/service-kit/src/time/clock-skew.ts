/**
 * Returns how far another clock is ahead of this machine's, in milliseconds; negative when it is behind. The other clock was read between
 * the request and the answer, so only a difference outside of that interval counts: a slow answer is no skew.
 */
export function clockSkew(
  theirs: number,
  { sentAt, receivedAt }: { readonly sentAt: number; readonly receivedAt: number },
): number {
  if (theirs < sentAt) return theirs - sentAt;
  return Math.max(0, theirs - receivedAt);
}
