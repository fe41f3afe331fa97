/** A number that was sent as its digits, as queries and forms do; anything else as it is. */
export function fromDigits(sent: unknown): unknown {
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
}
