import { expect, test } from '@jest/globals';
import { linkedIn, maxLinks, plainLinks, withLinkTerms } from './links.ts';

const end = { key: 'teams', side: 'from' } as const;
const other = ['teams:to:*', 'teams:to:3'];
const many = Array.from({ length: maxLinks + 1 }, (_, id) => id + 1);

type Change = Parameters<typeof withLinkTerms>[2];

test.each<[what: string, before: string[], change: Change, terms: string[], plain: number[] | undefined]>([
  ['the first one', [], { added: [7], removed: [], degree: 1 }, ['teams:from:*', 'teams:from:7'], [7]],
  [
    'one more, in the order in which they came',
    ['teams:from:*', 'teams:from:9'],
    { added: [2], removed: [], degree: 2 },
    ['teams:from:*', 'teams:from:9', 'teams:from:2'],
    [9, 2],
  ],
  [
    'one less',
    ['teams:from:*', 'teams:from:9', 'teams:from:2'],
    { added: [], removed: [9], degree: 1 },
    ['teams:from:*', 'teams:from:2'],
    [2],
  ],
  ['none left', ['teams:from:*', 'teams:from:9'], { added: [], removed: [9], degree: 0 }, [], undefined],
  [
    'a described one',
    ['teams:from:*', 'teams:from:9'],
    { added: [2], removed: [], degree: 2, isDescribed: true },
    ['teams:from:*', 'teams:from:described', 'teams:from:9', 'teams:from:2'],
    undefined,
  ],
  [
    'one more beside a described one',
    ['teams:from:*', 'teams:from:9', 'teams:from:described'],
    { added: [2], removed: [], degree: 2, isDescribed: false },
    ['teams:from:*', 'teams:from:described', 'teams:from:9', 'teams:from:2'],
    undefined,
  ],
  [
    'none left of described ones',
    ['teams:from:*', 'teams:from:described', 'teams:from:9'],
    { added: [], removed: [9], degree: 0 },
    [],
    undefined,
  ],
  [
    'too many',
    ['teams:from:*', 'teams:from:9'],
    { added: many, removed: [], degree: many.length + 1 },
    ['teams:from:*', 'teams:from:many'],
    undefined,
  ],
  [
    'few after too many',
    ['teams:from:*', 'teams:from:many'],
    { added: [], removed: many, degree: 1 },
    ['teams:from:*', 'teams:from:many'],
    undefined,
  ],
])('the terms of a record after %s', (_what, before, change, terms, plain) => {
  const made = withLinkTerms([...other, ...before], end, change);
  expect(made).toEqual([...other, ...terms]);
  expect(plainLinks(made)).toEqual(
    new Map([['teams:to', [3]], ...(plain ? [['teams:from', plain] as const] : [])]),
  );
  const ids = terms.map((term) => Number(term.split(':')[2])).filter(Number.isInteger);
  expect(linkedIn(made, end)).toEqual(ids);
});
