const on = new Set<unknown>([true, 1, '1', 'true', 'yes']);
const off = new Set<unknown>([false, 0, '0', 'false', 'no', '']);

/** What is meant by the ways to say yes and no; undefined for anything else. */
export function toTruth(input: unknown): boolean | undefined {
  if (on.has(input)) return true;
  return off.has(input) ? false : undefined;
}
