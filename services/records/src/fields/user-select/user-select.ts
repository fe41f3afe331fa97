import { msg, asMessage, type Message } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import { singleValue } from '../shared/single-value.ts';
import { singleValueRow } from '../shared/value-rows.ts';
import { userBuckets } from '../shared/user-buckets.ts';
import { userFilter } from '../shared/user-filter.ts';

/** A user by id, by e-mail until it is looked up, or nobody. */
export type UserChange = { readonly userId: number } | { readonly email: string } | null;

const code = 'update_post_user_select';

/** One user, written as an id, its text, `user-<id>` or an e-mail; stored as the id. "", 0 and null unset. */
export const userSelect: FieldType<number, UserChange> = {
  name: 'user_select',
  storedAs: 'number',

  write: {
    ...singleValue.write,
    parse(input, field) {
      if (input === null) return { change: null };
      if (typeof input === 'number' && Number.isSafeInteger(input) && input >= 0)
        return { change: byId(input) };
      if (typeof input !== 'string') return problem(wrongForm(input, field), code);
      return parseText(input.trim(), field);
    },
    references(change) {
      if (change === null) return {};
      return 'email' in change ? { emails: [change.email] } : { userIds: [change.userId] };
    },
    resolve(change, { users }, field) {
      if (change === null) return { change };
      const user = users.find((candidate) =>
        'email' in change
          ? candidate.email.toLowerCase() === change.email.toLowerCase()
          : candidate.id === change.userId,
      );
      if (!user && 'email' in change) return problem('Unrecognized user', code);
      return user?.eligible ? { change: { userId: user.id } } : noAccess(field);
    },
    apply(_before, change) {
      if (change === null) return undefined;
      if ('email' in change) throw new Error('a user named by e-mail must be resolved before it is applied');
      return change.userId;
    },
    sharesWith: (stored) => [stored],
  },

  read: {
    shape(stored, _field, { people }) {
      const person = stored === undefined ? undefined : people.get(stored);
      if (!person) return undefined;
      return {
        id: String(stored),
        type: 'user',
        display: person.displayName,
        'assigned-to': `user-${stored}`,
      };
    },
    userIdsOf: (stored) => [stored],
  },

  query: {
    filter: (operand, field) => userFilter(operand, field),
    filterTerms: (stored) => [stored],
    sameAs: (change, _field, path) => (change && 'userId' in change ? [{ [path]: change.userId }] : []),
    sortKey: (stored) => stored,
    buckets: userBuckets,
  },

  history: {
    activity(before, after, field) {
      const isAssigned = after !== undefined && field.key === 'assigned_to';
      const note = isAssigned ? { objectNote: `Assigned to: user-${after}` } : {};
      return [{ ...singleValueRow(field, rowText(before), rowText(after)), ...note }];
    },
    note(row, field, { people }) {
      const [userId] = userIdsOf(row.metaValue);
      const name = userId && people.get(userId)?.displayName;
      return msg`${field.definition.name}: ${name || asMessage('Nobody')}`;
    },
    userIdsOfRow: (row) => userIdsOf(row.metaValue),
  },
};

function byId(userId: number): UserChange {
  return userId === 0 ? null : { userId };
}

function parseText(text: string, field: DeclaredField): Parsed<UserChange> {
  if (text === '' || text === 'user-') return { change: null };
  const id = /^(?:user-)?(\d{1,15})$/.exec(text)?.[1];
  if (id !== undefined) return { change: byId(Number(id)) };
  if (text.includes('@')) return { change: { email: text } };
  return text.includes('user') && !text.startsWith('user-')
    ? problem(wrongForm(text, field), code)
    : noAccess(field);
}

function wrongForm(input: unknown, field: DeclaredField): Message {
  return msg`incorrect format for user_select: ${field.key}, received ${shown(input)}`;
}

function noAccess(field: DeclaredField) {
  return problem(msg`user does not have access to ${field.postType}`, code);
}

function rowText(userId: number | undefined) {
  return userId === undefined ? undefined : `user-${userId}`;
}

function userIdsOf(metaValue: string): number[] {
  const id = /^user-(\d+)$/.exec(metaValue)?.[1];
  return id === undefined ? [] : [Number(id)];
}
