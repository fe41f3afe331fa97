import { expect, test } from '@jest/globals';
import { recordsCreate, usersSendPasswordReset } from '@svc/contracts';
import { allEndpoints } from './all-endpoints.ts';
import { isOn } from './coercions.ts';
import { firstOf, inBody, inPath, inQuery, wholeBody, wholeQuery, type Sources } from './input-sources.ts';
import { inputReader, sentName } from './read-input.ts';
import { pathNamesIn } from './endpoint-path.ts';
import type { EndpointRequest } from './sent.ts';

const requestOf = (parts: { query?: object; body?: object }) =>
  ({ params: { id: 12 }, query: {}, body: {}, ...parts }) as unknown as EndpointRequest;

const user: Sources = { user: firstOf(inBody('userId'), inBody('user'), inQuery('user')) };

test.each<[body: object, query: object, value: unknown, name: string]>([
  [{ userId: 1, user: 2 }, { user: '3' }, 1, 'userId'],
  [{ userId: null, user: 2 }, { user: '3' }, 2, 'user'],
  [{}, { user: '3' }, '3', 'user'],
  [{}, {}, undefined, 'user'],
])(
  'the first place with a value is read and named in errors: body %j, query %j',
  (body, query, value, name) => {
    const request = requestOf({ body, query });
    expect(inputReader(user, usersSendPasswordReset)(request)).toEqual({ user: value });
    expect(sentName(user, request)(['user'])).toBe(name);
  },
);

const created: Sources = {
  fields: firstOf(wholeBody, wholeQuery),
  do_not_overwrite: inQuery('do_not_overwrite_existing_fields', isOn),
  record_id: inPath('id'),
};

test('a whole part leaves out the parameters of other inputs, and is passed over when it is empty', () => {
  const request = requestOf({ query: { do_not_overwrite_existing_fields: '1', age: '4' } });
  expect(inputReader(created, recordsCreate)(request)).toEqual({
    fields: { age: '4' },
    do_not_overwrite: true,
    record_id: 12,
  });
});

test.each<[path: PropertyKey[], name: string]>([
  [['do_not_overwrite'], 'do_not_overwrite_existing_fields'],
  [['record_id'], 'id'],
  [['fields', 'age', 0], 'age.0'],
  [['fields'], 'fields'],
  [['origin', 'ip'], 'origin.ip'],
])('errors name %j as the client sent it', (path, name) => {
  expect(sentName(created, requestOf({}))(path)).toBe(name);
});

test('optional inputs that were sent empty are absent, while the values inside an input stay', () => {
  const sources: Sources = { check_for_duplicates: inQuery('check_for_duplicates'), fields: wholeBody };
  const request = requestOf({
    query: { check_for_duplicates: '' },
    body: { age: '', nick: null },
  });
  expect(inputReader(sources, recordsCreate)(request)).toEqual({ fields: { age: '', nick: null } });
});

test('every value of a path is an input of the operation', () => {
  const unused = allEndpoints.flatMap((row) => {
    if (!('operation' in row)) return [];
    const used = Object.values(row.inputs).flatMap((source) => (source.from === 'path' ? [source.name] : []));
    return pathNamesIn(row.path)
      .filter((name) => !used.includes(name))
      .map((name) => `${row.path}: ${name}`);
  });
  expect(unused).toEqual([]);
});
