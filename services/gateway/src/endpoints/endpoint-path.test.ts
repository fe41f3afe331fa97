import { expect, test } from '@jest/globals';
import { compilePath, parsePathParams } from './endpoint-path.ts';

const path = '/{ns}-posts/v2/{post_type}/{id}';

test.each([
  ['/svc-posts/v2/contacts/12', { post_type: 'contacts', id: 12 }],
  ['/dt-posts/v2/people_groups/7/', { post_type: 'people_groups', id: 7 }],
])('%s matches', (url, params) => {
  const matched = compilePath(path, ['svc', 'dt']).exec(url);
  expect(parsePathParams({ ...matched?.groups })).toEqual(params);
});

test.each([
  '/other-posts/v2/contacts/12',
  '/svc-posts/v2/contacts/12a',
  '/svc-posts/v2/contacts/-1',
  '/svc-posts/v2/con.tacts/12',
  '/svc-posts/v2/contacts/12//',
  '/svc-posts/v2/contacts/12/x',
  '/x/svc-posts/v2/contacts/12',
])('%s does not match', (url) => {
  expect(compilePath(path, ['svc', 'dt']).test(url)).toBe(false);
});

test('a value that is not declared is found when the gateway starts', () => {
  expect(() => compilePath('/{ns}/{recrod}', ['svc'])).toThrow('{recrod}');
});
