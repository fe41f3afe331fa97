import { expect, test } from '@jest/globals';
import { readListQuery } from './read-list-query.ts';

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
])('%j is a page of %i records from %i on', (asked, limit, offset) => {
  expect(readListQuery(asked, () => false)).toMatchObject({ limit, offset });
});
