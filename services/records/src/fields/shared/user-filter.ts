import type { Message } from '@svc/contracts';
import type { FilterSearch, ParsedFilter } from '../../model/filter.ts';
import { signedWords, type Signed } from './filter-operands.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { membershipCondition, unsetFilter } from './membership-filter.ts';

const what: Message = 'ids of users or "me"';
const words = { pattern: /^(me|(user-)?\d{1,15})$/, what };

/** Users by id, `me` for the caller, `-` to exclude, `[]` for nobody (docs/reference/list-query.md#filters). */
export function userFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  const given = readUsers(operand, field);
  if ('problem' in given) return given;
  const { included, excluded } = given;
  if (included.length + excluded.length === 0) return { filter: unsetFilter };
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve(at) {
        const ids = idsOf(included, at.search);
        // 0 is no user: without it, a filter for callers that are no users would have no condition.
        const asked = ids.length > 0 ? [...ids, 0] : [];
        return membershipCondition({ included: asked, excluded: idsOf(excluded, at.search) }, at);
      },
    },
  };
}

/** Reads operands that name users. */
export function readUsers(
  operand: unknown,
  field: Pick<DeclaredField, 'key'>,
): Signed | { readonly problem: Message } {
  return signedWords(operand, field, words);
}

/** The ids of named users. */
export function idsOf(users: readonly string[], search: Pick<FilterSearch, 'userId'>): number[] {
  return users.map((user) => (user === 'me' ? search.userId : Number(user.replace('user-', ''))));
}
