import { type FilterTree, say, sharedWithKey } from '@svc/contracts';
import type { ParsedFilter } from '../fields/field-type.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';
import { standsBeside } from '../reading/stored-value.ts';
import type { Filters } from './list-query.ts';
import { nameFilter } from './name-filter.ts';
import { refuseFilter } from './refuse-filter.ts';
import { sharedWithFilter } from './shared-with-filter.ts';

/**
 * Understands filters with the fields of a post type; each operand goes through its field's type.
 * @throws ServiceError `fields_to_sql` naming the key that is no field, can not be filtered or has a wrong operand.
 */
export function parseFilters(tree: FilterTree, postType: PostType): Filters {
  return tree.kind === 'field'
    ? parseOne(tree.key, tree.operand, postType)
    : { kind: tree.kind, of: tree.of.map((part) => parseFilters(part, postType)) };
}

function parseOne(key: string, operand: unknown, postType: PostType): Filters {
  if (key === sharedWithKey)
    return { kind: 'one', field: undefined, filter: understood(sharedWithFilter(operand), key) };
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refuseFilter('One or more fields do not exist', key);
  if (!field.type.filter) throw refuseFilter(say`you can not filter ${field.type.name} fields`, key);
  const isName = standsBeside(field.key) && field.key === 'name';
  const parsed = isName ? nameFilter(operand, field) : field.type.filter(operand, field);
  return { kind: 'one', field, filter: understood(parsed, key) };
}

function understood(parsed: ParsedFilter, key: string) {
  if ('problem' in parsed) throw refuseFilter(parsed.problem, key);
  return parsed.filter;
}
