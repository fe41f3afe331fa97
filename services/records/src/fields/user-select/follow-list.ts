import { msg } from '@svc/contracts';
import { problem, shown, type FieldType } from '../../model/field.ts';
import { listDelta } from '../shared/list-delta.ts';
import { userFilter } from '../shared/user-filter.ts';
import { addValues, applyValues, parseValues, type ValuesChange } from '../shared/values-write.ts';

/** The opposite of each field: adding a user to one removes them from the other. */
const opposites: Readonly<Record<string, string>> = { follow: 'unfollow', unfollow: 'follow' };

const code = 'update_multi_select_fields';
const idForm = /^[1-9]\d{0,14}$/;

/**
 * The fields `follow` and `unfollow`: users by id, written like a multi_select. Clients read them as empty
 * (docs/sharing.md#who-follows-a-record): a separate operation returns the followers. Changes are not recorded in the history.
 */
export const followList: FieldType<readonly number[], ValuesChange> = {
  name: 'multi_select',

  parse(input, field) {
    const parsed = parseValues(input, field);
    if ('problem' in parsed) return parsed;
    const wrong = parsed.change.entries.find(({ value }) => !idForm.test(value));
    return wrong
      ? problem(msg`${field.key} takes ids of users, received ${shown(wrong.value)}`, code)
      : parsed;
  },
  references: ({ entries }) => ({
    userIds: entries.filter((entry) => !entry.delete).map(({ value }) => Number(value)),
  }),
  resolve(change, { users }, field) {
    const known = new Set(users.map(({ id }) => id));
    const unknown = change.entries.find((entry) => !entry.delete && !known.has(Number(entry.value)));
    return unknown ? problem(msg`${field.key} names no user: ${unknown.value}`, code) : { change };
  },
  apply: (before, change) => applyValues(before?.map(String), change)?.map(Number),
  mergeFrom: (given) => addValues(given.map(String)),
  sideEffects(before, after, field) {
    const { added } = listDelta(before, after);
    const key = opposites[field.key];
    if (key === undefined || added.length === 0) return [];
    const entries = added.map((userId) => ({ value: String(userId), delete: true }));
    return [{ key, typeName: 'multi_select', change: { force: false, entries } satisfies ValuesChange }];
  },

  read: (stored) => stored && [],
  filter: (operand, field) => userFilter(operand, field),
  filterTerms: (stored) => stored,

  delta: (before, after) => listDelta(before, after),
  activity: () => [],
  note: () => '',
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
