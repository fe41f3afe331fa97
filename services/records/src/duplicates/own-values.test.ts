import { expect, test } from '@jest/globals';
import { dismissedIn } from './own-values.ts';

/** Clients may write the field: it may hold any array or object. */
test.each<[stored: unknown, ids: number[]]>([
  [undefined, []],
  ['', []],
  ['[1, 2]', []],
  ['{"override": 5}', []],
  ['{"override": null}', []],
  ['{"override": [5, "6", 5, 0, -1, 1.5, null, true, "x", [7]]}', [5, 6]],
  ['{"override": [{"toString": 1}, {"valueOf": "x"}, 8]}', [8]],
])('the dismissed duplicates in %j are %j', (stored, ids) => {
  expect(dismissedIn(stored)).toEqual(ids);
});
