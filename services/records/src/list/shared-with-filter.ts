import { sharedWithKey } from '@svc/contracts';
import type { ParsedFilter } from '../fields/field-type.ts';
import { idsOf, readUsers } from '../fields/user-filter.ts';

/** Records that one of these users has shared; `me` is the caller, `-` excludes (facts of list parameters). */
export function sharedWithFilter(operand: unknown): ParsedFilter {
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
