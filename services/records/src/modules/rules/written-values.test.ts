import { describe, expect, test } from '@jest/globals';
import { userActor } from '@svc/testing';
import { idsAfter, newIds, newValues, writtenUser } from './written-values.ts';

const existing = { groups: [{ ID: 1 }, { ID: 2 }] };
const values = (...entries: unknown[]) => ({ values: entries });

describe('the connections of a write', () => {
  test.each<[string, unknown, unknown[], number[], number[] | undefined]>([
    ['an id', values({ value: 3 }), [3], [3], [1, 2, 3]],
    ['an id as text', values({ value: ' 3 ' }), [' 3 '], [3], [1, 2, 3]],
    ['ids that are connected already', values({ value: 1 }, { value: '2' }), [], [], [1, 2]],
    ['an id twice', values({ value: 3 }, { value: '3' }), [3, '3'], [3], [1, 2, 3]],
    ['a title', values({ value: 'Harbour' }), ['Harbour'], [], undefined],
    ['an id to remove', values({ value: 1, delete: true }), [], [], [2]],
    ['an id to remove, in form encoding', values({ value: '1', delete: 'true' }), [], [], [2]],
    ['the whole list', { ...values({ value: 2 }, { value: 3 }), force_values: true }, [3], [3], [2, 3]],
    ['an empty list with force_values', { ...values(), force_values: true }, [], [], []],
    ['an invalid value', [{ value: 3 }], [], [], [1, 2]],
    [
      'invalid entries',
      values(null, 3, { value: -3 }, { value: 1.5 }),
      [undefined, undefined, -3, 1.5],
      [],
      undefined,
    ],
  ])('%s', (_what, write, added, ids, after) => {
    const fields = { groups: write };
    expect(newValues(fields, 'groups', existing)).toEqual(added);
    expect(newIds(fields, 'groups', existing)).toEqual(ids);
    expect(idsAfter(fields, 'groups', existing)).toEqual(after);
  });
});

describe('the user named by a write', () => {
  const actor = userActor(3, 'Mona');
  test.each<[unknown, number | undefined]>([
    [3, 3],
    ['3', 3],
    [' user-3 ', 3],
    ['', 0],
    ['user-', 0],
    [null, 0],
    [0, 0],
    ['USER3@example.test', 3],
    ['user4@example.test', undefined],
    ['nobody', undefined],
    [{}, undefined],
    [[3], undefined],
    [true, undefined],
  ])('%j', (input, user) => expect(writtenUser(input, actor)).toBe(user));

  test('is nobody for a blank e-mail address, even when the caller has no e-mail address', () => {
    expect(writtenUser(' ', { ...actor, email: '' })).toBe(0);
  });
});
