import { expect, test } from '@jest/globals';
import { defineExtension } from '@svc/contracts/extension';
import { PostTypes } from '../post-types/post-types.ts';
import sampleExtension from '../testing/sample-extension.ts';
import { parseListQuery } from './parse-list-query.ts';

const dashed = defineExtension({
  name: 'dashed',
  version: '1.0.0',
  fields: {
    samples: {
      'a-dashed-number': { name: 'Dashed', type: 'number' },
      a: { name: 'A', type: 'text' },
    },
  },
});
const samples = PostTypes.declare([sampleExtension, dashed]).get('samples');

test('a sort key may contain the prefix of a descending order', () => {
  const { sort } = parseListQuery({ sort: '-a-dashed-number' }, samples);
  expect(sort).toMatchObject({ kind: 'field', field: { key: 'a-dashed-number' }, direction: -1 });
});

const fieldsWithoutOrder = ['an_array', 'an_image', '-an_image', 'my_some_files'];
const noFields = ['', 'nonsense', '-', '--a_number', 'sort.name', '$where', 'a_number.x', '__proto__', 'ID'];

test.each([...fieldsWithoutOrder, ...noFields])(
  'a list sorted by %p, which has no order, shows the newest records first',
  (sort) => {
    const newest = { kind: 'always set', path: 'createdAt', direction: -1 };
    expect(parseListQuery({ sort }, samples).sort).toEqual(newest);
  },
);

test.each([
  [{ limit: '0' }, 0, 0],
  [{ limit: '-1' }, 0, 0],
  [{ limit: '7' }, 7, 0],
  [{ limit: '104.9' }, 104, 0],
  [{ limit: '5000' }, 1_000, 0],
  [{ limit: 'many' }, 100, 0],
  [{ limit: '' }, 100, 0],
  [{ offset: '100' }, 100, 100],
  [{ offset: '-5' }, 100, 0],
  [{ offset: 'some' }, 100, 0],
])('the query %j gives a page of %i records from offset %i', (asked, limit, offset) => {
  expect(parseListQuery(asked, samples)).toMatchObject({ limit, offset });
});
