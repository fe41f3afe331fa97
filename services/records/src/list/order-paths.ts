import { changedPath } from '../store/change-log.ts';
import type { ListSort } from './parse-sort.ts';

/** The paths of records that a list is ordered by, as changes are noted; undefined when not they alone say its order. */
export function orderPaths(sort: ListSort): readonly string[] | undefined {
  if (sort.kind === 'ranked') return undefined;
  if (sort.kind === 'first named') return ['searched', 'sort.name'];
  return [changedPath(sort.kind === 'always set' ? sort.path : `sort.${sort.field.key}`)];
}
