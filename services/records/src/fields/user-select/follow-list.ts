import { msg } from '@svc/contracts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { listDelta } from '../shared/list-delta.ts';
import { userBuckets } from '../shared/user-buckets.ts';
import { userFilter } from '../shared/user-filter.ts';
import { parseValues, valueSet, type ValuesChange, withEach } from '../shared/values-write.ts';

/** The opposite of each field: adding a user to one removes them from the other. */
const opposites: Readonly<Record<string, string>> = { follow: 'unfollow', unfollow: 'follow' };

const code = 'update_multi_select_fields';
const idForm = /^[1-9]\d{0,14}$/;

/**
 * The fields `follow` and `unfollow`: users by id, written like a multi_select. Clients read them as empty
 * (docs/guides/sharing.md#followers): a separate operation returns the followers. Changes are not recorded in the history.
 */
export const followList: FieldType<readonly number[], ValuesChange<number>> = {
  name: 'multi_select',

  write: {
    parse(input, field) {
      const parsed = parseValues(input, field);
      if ('problem' in parsed) return parsed;
      return withEach(parsed.change, ({ value, delete: remove }) =>
        idForm.test(value)
          ? { change: { value: Number(value), delete: remove } }
          : problem(msg`${field.key} must be ids of users, received ${shown(value)}`, code),
      );
    },
    references: ({ entries }) => ({ userIds: entries.flatMap((entry) => (entry.delete ? [] : entry.value)) }),
    resolve(change, { users }, field) {
      const known = new Set(users.map(({ id }) => id));
      const unknown = change.entries.find((entry) => !entry.delete && !known.has(entry.value));
      return unknown
        ? problem(msg`${field.key} must be ids of existing users, received ${unknown.value}`, code)
        : { change };
    },
    apply: valueSet.write.apply,
    mergeFrom: valueSet.write.mergeFrom,
    sideEffects(before, after, field) {
      const { added } = listDelta(before, after);
      const key = opposites[field.key];
      if (key === undefined || added.length === 0) return [];
      const entries = added.map((value) => ({ value, delete: true }));
      const change: ValuesChange<number> = { force: false, entries };
      return [{ key, typeName: 'multi_select', change }];
    },
    delta: valueSet.write.delta,
  },

  read: {
    shape: (stored) => stored && [],
  },

  query: {
    filter: (operand, field) => userFilter(operand, field),
    filterTerms: (stored) => stored,
    buckets: userBuckets,
  },
};

/** Whether a field of this key and type is `follow` or `unfollow`. */
export function isFollowList(key: string, typeName: string): boolean {
  return key in opposites && typeName === followList.name;
}

/** The users that a record has in `follow` or `unfollow`. */
export function followListOf(
  fields: Readonly<Record<string, unknown>>,
  key: 'follow' | 'unfollow',
): readonly number[] {
  const stored = fields[key];
  return Array.isArray(stored) ? stored.map(Number) : [];
}
