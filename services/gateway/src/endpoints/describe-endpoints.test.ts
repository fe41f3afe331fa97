import { expect, test } from '@jest/globals';
import { allEndpoints } from './all-endpoints.ts';
import { describeEndpoints } from './describe-endpoints.ts';
import type { Endpoint } from './endpoint.ts';

const lines = describeEndpoints(allEndpoints, { apiRoot: '/wp-json', prefix: 'svc' }).split('\n');

test('the list has one line for every method and path, including aliases', () => {
  const places = allEndpoints.reduce((count, { aliases = [] }) => count + 1 + aliases.length, 0);
  expect(lines).toHaveLength(1 + places);
});

test.each([
  ['POST', '/wp-json/jwt-auth/v1/token', 'users.login', 'public'],
  ['GET', '/wp-json/svc-posts/{post_type}/v2/post-type/{id}', 'records.get', 'caller'],
])('the list has the line of %s %s', (...cells) => {
  expect(lines.map((line) => line.split(/ {2,}/))).toContainEqual(cells);
});

test('the list has every method and path once', () => {
  const places = lines.map((line) => line.split(/ {2,}/).slice(0, 2).join(' '));
  expect(new Set(places).size).toBe(places.length);
});

test('the public endpoints are exactly those of this list', () => {
  const open = allEndpoints.filter(({ access }: Endpoint) => access === 'public').map(({ path }) => path);
  expect(open).toEqual([
    '/jwt-auth/v1/token',
    '/jwt-auth/v1/token/refresh',
    '/jwt-auth/v1/token/oidc',
    '/jwt-auth/v1/sign-in',
    '/jwt-auth/v1/token/validate',
    '/openapi.json',
    '/{ns}/v1/users/reset_password',
    '/{ns}-public/{ns}-core/v1/settings',
    '/files/v1/{address}',
    '/avatars/v1/{address}',
    '/{ns}-public/v1/sites/site_link_check',
    '/{ns}-public/v2/{post_type}/settings_fields',
  ]);
});

test('every endpoint leads to an operation that the gateway may send for callers', () => {
  const operations = allEndpoints.flatMap((row) => ('operation' in row ? [row.operation] : []));
  const refused = operations.filter(
    ({ audience, callers }) => audience !== 'caller' || !callers.includes('gateway'),
  );
  expect(refused.map(({ name }) => name)).toEqual([]);
});
