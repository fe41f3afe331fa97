import { expect, test } from '@jest/globals';
import type { Grant } from '@svc/contracts';
import fc from 'fast-check';
import { visibilityFilter } from './visibility-filter.ts';

test.each<[grants: Grant[], expected: string]>([
  [[], ' AND (viewers = 0)'],
  [[{ shared_with: 7 }], ' AND (viewers = 7)'],
  [[{ shared_with: 7 }, { types: ['access', 'user'] }], ' AND (viewers = 7 OR type IN ["access", "user"])'],
  [
    [{ types: ['user'] }, { types: ['access'], sources: ['web', 'a "b'] }],
    ' AND (type IN ["user"] OR type IN ["access"] AND sources IN ["web", "a \\"b"])',
  ],
  [[{ shared_with: 7 }, {}], ''],
])('the filter of the grants %j matches the granted records', (grants, expected) => {
  expect(visibilityFilter('visits', grants)).toBe(`post_type = "visits"${expected}`);
});

test('a filter quotes the name of a type', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (postType) => {
      const filter = visibilityFilter(postType, [{ shared_with: 7 }]);
      expect(filter).toMatch(/^post_type = "(?:[^"\\]|\\["\\])*" AND \(viewers = 7\)$/s);
    }),
  );
});
