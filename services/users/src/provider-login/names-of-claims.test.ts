import { expect, test } from '@jest/globals';
import { namesOfClaims } from './names-of-claims.ts';
import type { Claims } from './provider.ts';

const claims = { iss: 'https://id.example.org', sub: '1', email: 'mona@example.org' } as unknown as Claims;
const named = { username: 'mona@example.org', email: 'mona@example.org', display_name: 'mona@example.org' };

function outcome(email_verified: unknown, acceptsUnverified: boolean): unknown {
  try {
    return namesOfClaims(
      { ...claims, ...(email_verified !== undefined && { email_verified }) },
      acceptsUnverified,
    );
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const isNamed = expect.objectContaining({ email: named.email, username: named.username });

test.each<[verified: unknown, byDefault: unknown, withSetting: unknown]>([
  [true, isNamed, isNamed],
  [undefined, 'sign_in_refused', isNamed],
  [false, 'sign_in_refused', 'sign_in_refused'],
  ['true', 'sign_in_refused', 'sign_in_refused'],
])('an address with email_verified %p', (verified, byDefault, withSetting) => {
  expect(outcome(verified, false)).toEqual(byDefault);
  expect(outcome(verified, true)).toEqual(withSetting);
});
