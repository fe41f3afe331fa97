import { type FilterTree, msg, sharedWithKey } from '@svc/contracts';
import type { Condition, FieldFilter, FilterResult, ParsedFilter } from '../model/filter.ts';
import { type PostType, resolveKey } from '../model/post-type.ts';
import { isTopLevel } from '../model/stored-value.ts';
import { type Filters, refuseFilter } from './list-query.ts';
import { idsOf, readUsers } from '../fields/shared/user-filter.ts';
import type { Field } from '../model/field.ts';
import { readTextOperands, type TextOperand } from '../fields/shared/text-filter.ts';
import { foldText } from '../model/fold-text.ts';
import { textWord } from '../model/record-texts.ts';
import { longestParts, nameEquals, namePattern } from './name-pattern.ts';

/**
 * Resolves filters to the fields of a post type, whose types parse the operands.
 * @throws ServiceError `fields_to_sql` naming the key that is not a field, cannot be filtered or has a wrong operand.
 */
export function parseFilters(tree: FilterTree, postType: PostType): Filters {
  return tree.kind === 'field'
    ? parseOne(tree.key, tree.operand, postType)
    : { kind: tree.kind, of: tree.of.map((part) => parseFilters(part, postType)) };
}

function parseOne(key: string, operand: unknown, postType: PostType): Filters {
  if (key === sharedWithKey)
    return { kind: 'one', field: undefined, filter: parsedOrRefused(sharedWithFilter(operand), key) };
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refuseFilter('One or more fields do not exist', key);
  if (!field.type.filter) throw refuseFilter(msg`you can not filter ${field.type.name} fields`, key);
  const isName = isTopLevel(field.key) && field.key === 'name';
  const parsed = isName ? nameFilter(operand, field) : field.type.filter(operand, field);
  return { kind: 'one', field, filter: parsedOrRefused(parsed, key) };
}

function parsedOrRefused(parsed: ParsedFilter, key: string) {
  if ('problem' in parsed) throw refuseFilter(parsed.problem, key);
  return parsed.filter;
}

/** The filter for records shared with one of these users; `me` is the caller, `-` excludes (docs/list-query.md#filters). */
function sharedWithFilter(operand: unknown): ParsedFilter {
  const given = readUsers(operand, { key: sharedWithKey });
  if ('problem' in given) return given;
  const { included, excluded } = given;
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve: ({ search }) => ({
        condition: {
          sharedWith: {
            ...(included.length > 0 ? { $in: idsOf(included, search) } : {}),
            ...(excluded.length > 0 ? { $nin: idsOf(excluded, search) } : {}),
            ...(included.length + excluded.length === 0 ? { $size: 0 } : {}),
          },
        },
      }),
    },
  };
}

const path = 'searchText.name';

/** The filter for an empty text, which every name contains. */
const anyName: FieldFilter = { matchesUnset: true, resolve: () => ({ condition: {} }) };

/**
 * The filter on names (docs/list-query.md#filters): like other texts, but a single text counts as a list of one, blanks match anything, and
 * case and accents are ignored.
 */
function nameFilter(operand: unknown, field: Field): ParsedFilter {
  if (operand === '') return { filter: anyName };
  const isAlone = typeof operand === 'string' || typeof operand === 'number';
  const given = readTextOperands(isAlone ? [operand] : operand, field);
  if ('problem' in given) return given;
  const { included, excluded } = given.operands;
  const filter: FieldFilter = {
    matchesUnset: false,
    resolve: (): FilterResult => ({ condition: conditionOf(included, excluded), ...candidatesOf(included) }),
  };
  return { filter };
}

/** The condition on names that contain one text. A text of blanks alone matches every name. */
function one({ kind, text }: TextOperand): Condition {
  if (kind === 'any') return { [path]: { $gt: '' } };
  return { [path]: kind === 'equals' ? nameEquals(text) : namePattern(text) };
}

function conditionOf(included: readonly TextOperand[], excluded: readonly TextOperand[]): Condition {
  if (included.length === 0 && excluded.length === 0) return { [path]: '' };
  return {
    ...(included.length > 0 ? { $or: included.map(one) } : {}),
    ...(excluded.length > 0 ? { $nor: excluded.map(one) } : {}),
  };
}

function candidatesOf(included: readonly TextOperand[]): Pick<FilterResult, 'candidates'> {
  const parts = included.map(({ kind, text }) =>
    kind === 'any' ? '' : (longestParts(foldText(text))[0] ?? ''),
  );
  if (parts.length === 0 || parts.includes('')) return {};
  return { candidates: { texts: parts.map((part) => textWord('name', part)) } };
}
