import type { Condition } from '../../model/filter.ts';
import type { ValuesChange } from './values-write.ts';

/** The conditions that find records with one of the values that a write adds. */
export function sameValues({ entries }: ValuesChange, path: string): Condition[] {
  return entries.filter((entry) => !entry.delete).map(({ value }) => ({ [path]: value }));
}
