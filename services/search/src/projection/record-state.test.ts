import { expect, test } from '@jest/globals';
import { visibilityMark } from './record-state.ts';

const visibility = { shared_with: [2, 10, 1], type: 'access', sources: ['web', 'ads'] };

test('the visibility mark does not depend on the order of values', () => {
  expect(visibilityMark({ shared_with: [1, 2, 10], type: 'access', sources: ['ads', 'web'] })).toBe(
    visibilityMark(visibility),
  );
});

test.each([
  { ...visibility, shared_with: [1, 2] },
  { ...visibility, shared_with: [2, 101] },
  { ...visibility, type: 'personal' },
  { ...visibility, sources: ['web'] },
  { ...visibility, sources: ['ads,web'] },
])('a different visibility has a different mark: %j', (other) => {
  expect(visibilityMark(other)).not.toBe(visibilityMark(visibility));
});
