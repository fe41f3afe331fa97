import { expect, test } from '@jest/globals';
import { ChangeLog, type RecordChange } from './change-log.ts';

const update = (...paths: string[]): RecordChange => ({ operationType: 'update', id: 1, paths });
const insert = (postType: string): RecordChange => ({ operationType: 'insert', id: 2, postType, paths: [] });
const other = (operationType: string): RecordChange => ({ operationType, id: 3, paths: [] });

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
])('a change of %s affects a condition on %s: %s', (changed, asked, expected) => {
  expect(changedBy(update(changed), [asked])).toBe(expected);
});

test('a new record affects every condition on its type', () => {
  expect(changedBy(insert('contacts'), [])).toBe(true);
  expect(changedBy(insert('groups'), ['name'])).toBe(false);
});

test.each(['delete', 'replace', 'drop', 'rename', 'invalidate', 'whatever comes'])(
  'every condition is stale after %s',
  (operationType) => expect(changedBy(other(operationType), [])).toBe(true),
);

test('changes before a moment do not count since then, and a forgotten log counts as changed', () => {
  const log = new ChangeLog();
  log.note(update('name'));
  const since = log.moment;
  expect(log.isUnchanged(since, { postType: 'contacts', paths: ['name'] })).toBe(true);
  log.forget();
  expect(log.isUnchanged(since, { postType: 'contacts', paths: [] })).toBe(false);
});

test('created records are listed apart from changed and deleted ones', () => {
  const log = new ChangeLog();
  log.note(update('name'));
  const since = log.moment;
  for (const id of [1, 2, 1]) log.note({ ...update('fields.type.0', 'name'), id });
  for (const type of ['contacts', 'groups']) log.note({ ...insert(type), id: type.length });
  log.note(other('delete'));
  log.note({ ...update('fields.type'), id: '5:1' });
  const asked = (paths: string[]) => log.changedSince(since, { postType: 'contacts', paths });
  expect(asked(['fields.type'])).toEqual({ created: [8], others: [1, 2, 1, 3] });
  expect(asked(['fields.age'])).toEqual({ created: [8], others: [3] });
  expect(log.changedSince(log.moment, { postType: 'contacts', paths: ['name'] })).toEqual({
    created: [],
    others: [],
  });
});

test('a full log drops its oldest changes, and reports those moments as unknown', () => {
  const log = new ChangeLog();
  const since = log.moment;
  for (let number = 0; number <= 5_000; number += 1) log.note(update(`fields.f${number}`));
  const asked = { postType: 'contacts', paths: ['fields.f0'] };
  expect([log.changedSince(since, asked), log.areUnchanged(since, [7])]).toEqual([undefined, true]);
  const later = log.moment;
  log.note(update('fields.f1'));
  expect([log.isUnchanged(later, asked), log.areUnchanged(later, [7])]).toEqual([true, true]);
  for (let id = 10; id <= 50_010; id += 1) log.note({ ...update('name'), id });
  expect([log.areUnchanged(later, [7]), log.areUnchanged(log.moment, [7])]).toEqual([false, true]);
});
