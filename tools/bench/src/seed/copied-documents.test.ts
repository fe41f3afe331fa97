import { expect, test } from '@jest/globals';
import { commentCopy, edgeCopy, recordCopy, textsCopy } from './copied-documents.ts';
import { difference } from './difference.ts';

const its = difference({ family: 2, steps: { records: 100, activity: 1_000, comments: 10 }, userIds: [7] });
const at = new Date('2026-01-02T00:00:00Z');
const earlier = new Date('2026-01-01T08:00:00Z');
const phone = its.digits('+99 012 3456 789');

const record = {
  _id: 3,
  postType: 'contacts',
  name: 'Amina 12',
  createdAt: at,
  lastModified: at,
  sharedWith: [4],
  fields: { age: '<19', contact_phone: [{ key: 'contact_phone_1a2', value: '+99 012 3456 789' }] },
  sort: { age: 1, name: 'amina 12', contact_phone: '+99 012 3456 789' },
  filterTerms: ['contacts.age=<19'],
  listedRowCount: 9,
  searchText: { name: 'amina 12', comms: ['+990123456789'] },
  duplicateKeys: ['contact_phone:+990123456789'],
  linkTerms: ['contacts_to_relation:any:*', 'contacts_to_relation:any:5'],
};

test('a copy has consistently replaced digits in its telephone numbers and all values derived from them', () => {
  const copy = recordCopy(record, its);
  const short = phone.replaceAll(' ', '');
  expect(phone).toMatch(/^\+99 \d{3} \d{4} \d\d9$/);
  expect(new Set(phone.slice(4).replaceAll(' ', '')).size).toBe(10);
  expect(copy).toEqual({
    ...record,
    _id: 203,
    createdAt: earlier,
    lastModified: earlier,
    sharedWith: copy['sharedWith'],
    fields: { age: '<19', contact_phone: [{ key: 'contact_phone_1a2', value: phone }] },
    sort: { age: 1, name: 'amina 12', contact_phone: phone },
    searchText: { name: 'amina 12', comms: [short] },
    listedRowCount: 0,
    duplicateKeys: [`contact_phone:${short}`],
    linkTerms: ['contacts_to_relation:any:*', 'contacts_to_relation:any:205'],
  });
});

test('only texts of communication channels change in a copy', () => {
  const texts = { _id: 3, postType: 'contacts', entries: ['namina 12', 'c3456789'] };
  const entries = ['namina 12', `c${its.digits('3456789')}`];
  expect(textsCopy(texts, its)).toEqual({ ...texts, _id: 203, entries });
});

test('connections and comments of a copy refer to copies', () => {
  const key = 'contacts_to_relation';
  expect(edgeCopy({ _id: `${key}:3:5`, key, from: 3, to: 5, createdAt: at }, its)).toEqual({
    _id: `${key}:203:205`,
    key,
    from: 203,
    to: 205,
    createdAt: earlier,
  });
  const comment = { _id: 1, recordId: 3, content: 'Hello' };
  expect(commentCopy(comment, its)).toEqual({ ...comment, _id: 21, recordId: 203 });
});

test('some copies are shared with one more user', () => {
  expect(its.sharedWith([4], 5)).toEqual([4, 7]);
  expect(its.sharedWith([4], 6)).toEqual([4]);
  expect(its.sharedWith([7], 5)).toEqual([7]);
});
