import { expect, test } from '@jest/globals';
import { compilePath } from './endpoint-path.ts';

const path = '/{ns}-posts/v2/{post_type}/{id}';

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

test('an undeclared path value is refused when the path is compiled', () => {
  expect(() => compilePath('/{ns}/{recrod}', ['svc'])).toThrow('{recrod}');
});
