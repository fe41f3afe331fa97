import { expect, test } from '@jest/globals';
import type { KeySelectField, NameField, TagsField } from './field-types.ts';
import { toListBody } from './list-query.ts';
import type { WhereOf } from './schema.ts';

interface ContactFields {
  name: NameField;
  overall_status: KeySelectField<'active' | 'paused'>;
  tags: TagsField;
}

function treeOf(where: WhereOf<ContactFields>): unknown {
  return toListBody<ContactFields, 'name'>({ where })['fields'];
}

test('filters are under their keys', () => {
  expect(treeOf({ overall_status: ['active'], tags: [] })).toEqual({ overall_status: ['active'], tags: [] });
});

test('groups of an OR are groups of AND on the level below', () => {
  expect(
    treeOf({ name: 'jo', $or: [{ overall_status: ['active'] }, { tags: ['guest'], name: 'x' }] }),
  ).toEqual({
    name: 'jo',
    0: [{ overall_status: ['active'] }, { tags: ['guest'], name: 'x' }],
  });
});

test('groups of an AND are single groups of an OR', () => {
  expect(
    treeOf({
      $or: [{ name: 'a' }, { name: 'b' }],
      $and: [{ tags: ['x'] }, { tags: ['y'], $or: [{ name: 'c' }] }],
    }),
  ).toEqual({
    0: [{ name: 'a' }, { name: 'b' }],
    1: [{ tags: ['x'] }],
    2: [{ tags: ['y'], 0: [{ name: 'c' }] }],
  });
});

test('options have the names of the API, and absent ones are absent in JSON', () => {
  const body = toListBody<ContactFields, 'tags'>({
    sort: '-name',
    select: ['tags'],
    text: 'jo',
    textIn: ['comment'],
    recent: true,
    limit: 5,
    offset: 10,
    count: false,
  });
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    fields: {},
    sort: '-name',
    fields_to_return: ['tags'],
    text: 'jo',
    fields_to_search: ['comment'],
    dt_recent: true,
    limit: 5,
    offset: 10,
    count: 'none',
  });
});
