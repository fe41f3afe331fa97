/** The received values of a key: sent as a list, as a map that a form has made of a list, as `{values: […]}`, or as a single value. */
export function receivedValues(sent: unknown): readonly unknown[] {
  if (sent === undefined || sent === null || sent === '') return [];
  if (Array.isArray(sent)) return sent;
  if (typeof sent !== 'object') return [sent];
  return 'values' in sent ? receivedValues(sent.values) : Object.values(sent);
}

/** A write that adds these values; undefined for none. */
export function writtenValues(values: readonly unknown[]): { values: readonly unknown[] } | undefined {
  return values.length === 0 ? undefined : { values };
}
