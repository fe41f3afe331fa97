/**
 * Whether a reader could take a path for another: segment by segment they are equal or one is a value, and both have the same number of
 * values. The service itself distinguishes them, by the form of their values.
 */
export function areAmbiguous(one: string, other: string): boolean {
  const parts = one.split('/');
  const others = other.split('/');
  if (parts.length !== others.length || valuesIn(parts) !== valuesIn(others)) return false;
  return parts.every((part, at) => part === others[at] || isValue(part) || isValue(others[at] ?? ''));
}

const isValue = (part: string) => part.startsWith('{');
const valuesIn = (parts: readonly string[]) => parts.filter(isValue).length;
