import { expect, test } from '@jest/globals';
import type { ListQuery } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { inListLanguage, toReference } from './reference-dialect.ts';

const contacts = {
  fields: new Map(['assigned_to', 'subassigned', 'overall_status', 'type'].map((key) => [key, {}])),
  aliases: new Map(),
} as unknown as PostType;

const mine = { assigned_to: ['me'], subassigned: ['me'] };
const flat = { ...mine, overall_status: ['-closed'], type: ['access'], sort: 'overall_status' };
const nested = {
  fields: [mine, { overall_status: ['-closed'] }, { type: ['access'] }],
  sort: 'overall_status',
};

test('combine joins assigned_to and subassigned in one condition', () => {
  const query = { ...flat, combine: ['subassigned'], limit: 10, archived: 'x' };
  expect(inListLanguage({ query, dialect: 'reference' }, contacts)).toEqual({
    ...nested,
    combine: ['subassigned'],
    limit: 10,
    archived: 'x',
  });
});

test.each<[string, ListQuery]>([
  ['without combine', flat],
  ['with another combine', { ...flat, combine: ['groups'] }],
  ['with one of the two keys', { assigned_to: ['me'], combine: ['subassigned'] }],
  ['with groups of filters', { ...nested, ...mine, combine: ['subassigned'] }],
])('a query %s does not change', (_what, query) => {
  expect(inListLanguage({ query, dialect: 'reference' }, contacts)).toBe(query);
});

test('combine keeps groups of filters unchanged', () => {
  const group = { type: ['access'], overall_status: ['closed'] };
  const query = { ...mine, 0: group, combine: ['subassigned'] };
  expect(inListLanguage({ query, dialect: 'reference' }, contacts)).toMatchObject({ fields: [mine, group] });
});

test.each([
  [['name'], undefined],
  ['name', undefined],
  [
    ['', { gender: ['male'] }, 7, [{ name: ['a'] }]],
    [{ gender: ['male'] }, [{ name: ['a'] }]],
  ],
  [{ gender: ['male'] }, { gender: ['male'] }],
])('of fields %j the groups are kept', (fields, kept) => {
  const known = inListLanguage({ query: { fields, sort: 'name' }, dialect: 'reference' }, contacts);
  expect(known).toEqual({ sort: 'name', ...(kept && { fields: kept }) });
  expect(inListLanguage({ query: { fields } }, contacts)).toEqual({ fields });
});

test('combine has no effect in a request of this API', () => {
  const query = { ...flat, combine: ['subassigned'] };
  expect(inListLanguage({ query }, contacts)).toBe(query);
});

test('a query whose groups have one condition each becomes flat', () => {
  expect(toReference(nested)).toEqual({ ...flat, combine: ['subassigned'] });
});

test('a query made flat converts back to the same conditions', () => {
  const again = inListLanguage({ query: toReference(nested), dialect: 'reference' }, contacts);
  expect(again).toMatchObject(nested);
});

test.each<[string, ListQuery]>([
  ['has no groups', { favorite: ['1'] }],
  ['has a group of two other conditions', { fields: [{ type: ['access'], gender: ['male'] }] }],
  ['has the same field twice', { fields: [{ type: ['access'] }, { type: ['-user'] }] }],
  ['has groups within groups', { fields: [[{ type: ['access'] }]] }],
  ['has named conditions instead of groups', { fields: { favorite: ['1'] } }],
])('a query that %s does not change', (_what, query) => {
  expect(toReference(query)).toBe(query);
});
