import type { Condition } from '../../model/filter.ts';

/** The condition that finds records with this one value; none for a write that unsets it. */
export function sameValue(value: string | number | boolean | null, path: string): Condition[] {
  return value === null ? [] : [{ [path]: value }];
}
