import type { Condition } from '../fields/field-type.ts';
import { changedPath } from '../store/change-log.ts';

/**
 * The paths by which a condition tells records apart, as changes are noted; undefined when it can not be told. A record keeps its `_id` as
 * long as it is there.
 */
export function conditionPaths(condition: Condition): readonly string[] | undefined {
  const paths = new Set<string>();
  return collect(condition, paths) ? [...paths] : undefined;
}

function collect(condition: Condition, paths: Set<string>): boolean {
  return Object.entries(condition).every(([key, value]) => {
    if (key === '$and' || key === '$or' || key === '$nor')
      return (value as readonly Condition[]).every((part) => collect(part, paths));
    if (key.startsWith('$')) return false;
    if (key !== '_id') paths.add(changedPath(key));
    return true;
  });
}
