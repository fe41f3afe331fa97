import { expect, test } from '@jest/globals';
import { presentMeta } from './present-comment.ts';

test('meta is a map of lists, in the order they were stored', () => {
  const meta = [
    { id: '1', key: 'k', value: 'v' },
    { id: '2', key: 'arr', value: 'a' },
    { id: '3', key: 'arr', value: 'b' },
    { id: '4', key: '__proto__', value: 'x' },
  ];
  expect(JSON.stringify(presentMeta(meta))).toBe(
    '{"k":[{"id":"1","value":"v"}],"arr":[{"id":"2","value":"a"},{"id":"3","value":"b"}],"__proto__":[{"id":"4","value":"x"}]}',
  );
});
