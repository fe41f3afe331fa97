import { expect, test } from '@jest/globals';
import { linkedIn, maxLinks, plainLinks, withLinkTerms } from './links.ts';

const end = { key: 'teams', side: 'from' } as const;
const other = ['teams:to:*', 'teams:to:3'];
const many = Array.from({ length: maxLinks + 1 }, (_, id) => id + 1);
/** The terms of an end: whatever is connected there, and these. */
const of = (...terms: unknown[]) => ['*', ...terms].map((term) => `teams:from:${String(term)}`);
const add = (id: number, degree: number, isDescribed?: boolean) => ({
  added: [id],
  removed: [],
  degree,
  ...(isDescribed !== undefined && { isDescribed }),
});
const remove = (id: number, degree: number) => ({ added: [], removed: [id], degree });
const manyMore = { added: many, removed: [], degree: many.length + 1 };
const manyLess = { added: [], removed: many, degree: 1 };

type Change = Parameters<typeof withLinkTerms>[2];

test.each<[what: string, before: string[], change: Change, terms: string[], plain: number[] | undefined]>([
  ['the first connection', [], add(7, 1), of(7), [7]],
  ['another connection, in the order of creation', of(9), add(2, 2), of(9, 2), [9, 2]],
  ['the removal of a connection', of(9, 2), remove(9, 1), of(2), [2]],
  ['the removal of the last connection', of(9), remove(9, 0), [], undefined],
  ['a connection with meta', of(9), add(2, 2, true), of('described', 9, 2), undefined],
  [
    'another connection beside one with meta',
    of(9, 'described'),
    add(2, 2, false),
    of('described', 9, 2),
    undefined,
  ],
  ['the removal of the last connection with meta', of('described', 9), remove(9, 0), [], undefined],
  ['too many connections', of(9), manyMore, of('many'), undefined],
  ['the removal of too many connections', of('many'), manyLess, of('many'), undefined],
])('the terms of a record after %s', (_what, before, change, terms, plain) => {
  const made = withLinkTerms([...other, ...before], end, change);
  expect(made).toEqual([...other, ...terms]);
  expect(plainLinks(made)).toEqual(
    new Map([['teams:to', [3]], ...(plain ? [['teams:from', plain] as const] : [])]),
  );
  const ids = terms.map((term) => Number(term.split(':')[2])).filter(Number.isInteger);
  expect(linkedIn(made, end)).toEqual(ids);
});
