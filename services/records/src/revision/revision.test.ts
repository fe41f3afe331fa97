import { expect, test } from '@jest/globals';
import { createField } from '../post-types/create-field.ts';
import type { Field } from '../model/field.ts';
import { firstVersion, nextVersion, withValue } from './revision.ts';

const [words] = createField({
  postType: 'tests',
  key: 'words',
  definition: { name: 'Words', type: 'tags' },
  report: () => undefined,
}) as [Field];

const read = {
  ...firstVersion({ id: 1, postType: 'tests', authorId: 3, at: new Date(0) }).record,
  fields: { words: ['a', 'b'] },
};

test('a field that a write changes twice has one change from its first to its last value', () => {
  const once = withValue(nextVersion(read, new Date(1)), { field: words, before: ['a', 'b'], after: ['c'] });
  const twice = withValue(once, { field: words, before: ['c'], after: ['c', 'd'] });
  expect(twice.changed).toEqual([{ field: words, before: ['a', 'b'], after: ['c', 'd'] }]);
  expect(twice.record.fields).toEqual({ words: ['c', 'd'] });
});

test('a field that a write changes and restores has no change', () => {
  const once = withValue(nextVersion(read, new Date(1)), { field: words, before: ['a', 'b'], after: ['c'] });
  expect(withValue(once, { field: words, before: ['c'], after: ['a', 'b'] }).changed).toEqual([]);
});
