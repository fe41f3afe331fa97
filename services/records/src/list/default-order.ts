import type { FilterTree } from '@svc/contracts';
import { readTextOperands } from '../fields/text-filter.ts';
import { resolveKey, type PostType } from '../post-types/post-type.ts';
import type { ListSort } from './parse-sort.ts';

type Leaf = Extract<FilterTree, { kind: 'field' }>;

const byName: ListSort = { kind: 'always set', path: 'sort.name', direction: 1 };

/**
 * The order of a list without `sort` that is filtered by name (facts of list parameters): names that contain the first text that is asked
 * for come first, then by name. Undefined when no filter asks for names.
 */
export function defaultOrder(where: FilterTree, postType: PostType): ListSort | undefined {
  const field = postType.fields.get('name');
  const leaf = findNameFilter(where, postType);
  if (!field || !leaf) return undefined;
  const given = readTextOperands(typeof leaf.operand === 'string' ? [leaf.operand] : leaf.operand, field);
  const included = 'operands' in given ? given.operands.included : [];
  const [first] = included;
  const isAlone = included.length === 1 && isRequired(where, leaf);
  // Where every name contains it, names alone are the order, and they have an index.
  if (!first || first.kind === 'any' || isAlone) return byName;
  return { kind: 'first named', text: first.text, direction: 1 };
}

function findNameFilter(tree: FilterTree, postType: PostType): Leaf | undefined {
  if (tree.kind === 'field') return resolveKey(postType, tree.key) === 'name' ? tree : undefined;
  for (const part of tree.of) {
    const found = findNameFilter(part, postType);
    if (found) return found;
  }
  return undefined;
}

function isRequired(where: FilterTree, leaf: Leaf): boolean {
  return where === leaf || (where.kind === 'all' && where.of.includes(leaf));
}
