import { expect, test } from '@jest/globals';
import { listLimits } from '@svc/contracts';
import { growth, problemOf } from '@svc/testing';
import { parseBrackets } from './parse-brackets.ts';

const fromBirth = { constructor: '1', toString: { x: '2' } };

/** What real clients send, next to what it means. */
const samples: [what: string, text: string, values: unknown][] = [
  ['literal brackets', 'status[]=active&status[]=-paused', { status: ['active', '-paused'] }],
  ['encoded brackets', 'assigned_to%5B%5D=me&assigned_to%5b%5d=4', { assigned_to: ['me', '4'] }],
  ['indexed brackets', 'tags[0]=a&tags[1]=b', { tags: ['a', 'b'] }],
  ['indexed brackets in any order', 'tags[1]=b&tags[0]=a', { tags: ['a', 'b'] }],
  [
    'entries without indexes, each an entry of its own',
    'tags[values][][value]=a&tags%5Bvalues%5D%5B%5D%5Bvalue%5D=b&tags[force_values]=1',
    { tags: { values: [{ value: 'a' }, { value: 'b' }], force_values: '1' } },
  ],
  [
    'entries without indexes in entries without indexes',
    'a[][b][][c]=1&a[][b][][c]=2&contact_phone[][value]=3',
    { a: [{ b: [{ c: '1' }] }, { b: [{ c: '2' }] }], contact_phone: [{ value: '3' }] },
  ],
  ['holes between indexes', 'tags[3]=a&tags[40]=b', { tags: ['a', 'b'] }],
  [
    'conditions nested to the third level',
    'fields[0][overall_status][]=active&fields[1][0][gender][]=male&fields[1][1][age][]=%3C19',
    { fields: [{ overall_status: ['active'] }, [{ gender: ['male'] }, { age: ['<19'] }]] },
  ],
  ['an object', 'age[operator]=%3E%3D&age[number]=2', { age: { operator: '>=', number: '2' } }],
  ['a space as %20 and as +', 'text=bob%20smith&name=ann+lee', { text: 'bob smith', name: 'ann lee' }],
  ['a bare key', 'dt_recent&limit=5', { dt_recent: '', limit: '5' }],
  ['a value given twice', 'name=bob&name=ann', { name: ['bob', 'ann'] }],
  ['a value beside entries of its name', 'a=1&a[]=2&a[x]=3', { a: ['1', '2', { x: '3' }] }],
  ['brackets that do not match', 'a[b=1&a]=2&a[b]c=3', { 'a[b': '1', 'a]': '2', 'a[b]c': '3' }],
  ['brackets in brackets', 'a[b[c]]=4', { 'a[b[c]]': '4' }],
  ['parameters without a name', '&&=1&a=2', { a: '2' }],
  ['a comma that is part of a value', 'name=bob,ann', { name: 'bob,ann' }],
  ['a dot in a name', 'a.b=1', { 'a.b': '1' }],
  ['names of object properties', 'constructor=1&toString[x]=2', fromBirth],
  ['a percent sign that encodes nothing', 'text=100%', { text: '100%' }],
  ['letters of any script', 'name=%E6%9D%8E&title=%D9%85', { name: '李', title: 'م' }],
  [
    'groups of filters beyond the depth that lists accept',
    `fields${'[0]'.repeat(listLimits.depth + 4)}[tags][]=a`,
    { fields: nested(listLimits.depth + 4, { tags: ['a'] }) },
  ],
  ['an empty query', '', {}],
];

test.each(samples)('a query is parsed: %s', (_what, text, values) => {
  expect(JSON.parse(JSON.stringify(parseBrackets(text)))).toEqual(values);
});

test.each([
  ['too many parameters', 'a&'.repeat(4_001)],
  ['too many entries of one list', 'a[]=1&'.repeat(2_001)],
  ['an index that is too high', 'a[5000]=1'],
  ['brackets that are too deep', `a${'[b]'.repeat(25)}=1`],
  ['brackets without names that are too deep', `a${'[]'.repeat(34_000)}[b]=1`],
  ['a name that is too long', `${'a'.repeat(1_001)}=1`],
  ['a name that would reach a prototype', 'a[__proto__][b]=1'],
  ['an encoded name that would reach a prototype', '%5F_proto__=1'],
])('a query is refused: %s', (_what, text) => {
  expect(problemOf(() => parseBrackets(text))).toMatchObject({ code: 'rest_invalid_param', status: 400 });
});

test('a query does not change prototypes', () => {
  parseBrackets('constructor[prototype][polluted]=1&x[constructor][prototype][polluted]=1');
  expect('polluted' in {}).toBe(false);
});

test('lists of the maximum size are parsed', () => {
  const lists = parseBrackets(`${many('a', 2_000)}&${many('b', 2_000)}`);
  expect(lists).toMatchObject({ a: { length: 2_000 }, b: { length: 2_000 } });
});

test.each<[what: string, atLimit: number, text: (size: number) => string]>([
  ['parameters', 4_000, (size) => 'a&'.repeat(size).slice(0, -1)],
  ['names', 4_000, (size) => Array.from({ length: size }, (_value, at) => `a[n${at}]=1`).join('&')],
  ['entries with indexes', 2_000, (size) => many('a', size)],
  ['entries with indexes, the last first', 2_000, (size) => many('a', size).split('&').reverse().join('&')],
  ['entries without indexes', 2_000, (size) => 'a[]=1&'.repeat(size).slice(0, -1)],
  ['entries in the middle', 2_000, (size) => 'a[][b]=1&'.repeat(size).slice(0, -1)],
  [
    'brackets in each of the names',
    4_000,
    (size) => `a${'[b]'.repeat(22)}[]=1&a${'[]'.repeat(23)}=1&`.repeat(size / 2).slice(0, -1),
  ],
  ['brackets in one name', 1_000_000, (size) => `${'[]'.repeat(size / 2)}=1`],
  ['unclosed brackets', 900, (size) => `${'a['.repeat(size / 2)}=1&`.repeat(1_000)],
  ['percent signs in a value', 1_000_000, (size) => `a=${'%'.repeat(size)}`],
  ['brackets in a value', 1_000_000, (size) => `a=${'%5B]='.repeat(size / 5)}`],
  ['plus signs in a value', 1_000_000, (size) => `a=${'+'.repeat(size)}`],
])('the time to parse a query is linear in the number of %s', (_what, atLimit, text) => {
  expect(growth(atLimit / 4, (size) => problemOf(() => parseBrackets(text(size))))).toBeLessThan(10);
});

function nested(levels: number, inner: unknown): unknown {
  return levels === 0 ? inner : [nested(levels - 1, inner)];
}

function many(name: string, count: number): string {
  return Array.from({ length: count }, (_value, index) => `${name}[${index}]=${index}`).join('&');
}
