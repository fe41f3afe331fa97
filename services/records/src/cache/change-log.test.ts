import { expect, test } from '@jest/globals';
import { ChangeLog, type RecordChange } from './change-log.ts';

const update = (...paths: string[]): RecordChange => ({ operationType: 'update', paths });
const insert = (postType: string): RecordChange => ({ operationType: 'insert', postType, paths: [] });
const other = (operationType: string): RecordChange => ({ operationType, paths: [] });

function changedBy(change: RecordChange, paths: readonly string[], postType = 'contacts'): boolean {
  const log = new ChangeLog();
  const since = log.moment;
  log.note(change);
  return !log.isUnchanged(since, { postType, paths });
}

test.each([
  ['fields.type', 'fields.type', true],
  ['fields.type', 'fields.types', false],
  ['fields.type', 'sort.type', false],
  ['fields.tags.3', 'fields.tags', true],
  ['fields.task.0.done', 'fields.task', true],
  ['fields', 'fields.type', true],
  ['degrees', 'degrees.contacts_to_groups:to', true],
  ['degrees.contacts_to_groups:to', 'degrees.contacts_to_contacts:to', false],
  ['sharedWith.2', 'sharedWith', true],
  ['searchText.name', 'searchText', true],
  ['name', 'sort.name', false],
])('a change of %s concerns a condition on %s: %s', (changed, asked, expected) => {
  expect(changedBy(update(changed), [asked])).toBe(expected);
});

test('a new record concerns the conditions on its type, whatever they ask', () => {
  expect(changedBy(insert('contacts'), [])).toBe(true);
  expect(changedBy(insert('groups'), ['name'])).toBe(false);
});

test.each(['delete', 'replace', 'drop', 'rename', 'invalidate', 'whatever comes'])(
  'after %s every condition has to be asked anew',
  (operationType) => expect(changedBy(other(operationType), [])).toBe(true),
);

test('what changed before a moment is no change since then, and what was forgotten is', () => {
  const log = new ChangeLog();
  log.note(update('name'));
  const since = log.moment;
  expect(log.isUnchanged(since, { postType: 'contacts', paths: ['name'] })).toBe(true);
  log.forget();
  expect(log.isUnchanged(since, { postType: 'contacts', paths: [] })).toBe(false);
});

test('it keeps no more paths than it has room for, and forgets rather than to be wrong', () => {
  const log = new ChangeLog();
  const since = log.moment;
  for (let number = 0; number <= 5_000; number += 1) log.note(update(`fields.f${number}`));
  expect(log.isUnchanged(since, { postType: 'contacts', paths: ['fields.f0'] })).toBe(false);
  expect(log.isUnchanged(log.moment, { postType: 'contacts', paths: ['fields.f0'] })).toBe(true);
});
