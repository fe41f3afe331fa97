import { expect, test } from '@jest/globals';
import { checkNewUser } from './check-new-user.ts';

const mona = { username: 'mona', email: 'mona@ref.test', display_name: 'Mona Multiplier' };

test('spaces around names are trimmed', () => {
  expect(
    checkNewUser({ username: ' mona ', email: 'mona@ref.test ', display_name: ' Mona Multiplier' }),
  ).toEqual({ username: 'mona', email: 'mona@ref.test', displayName: 'Mona Multiplier' });
});

test('a user name may be the user’s own e-mail', () => {
  expect(checkNewUser({ ...mona, username: 'Mona@ref.test' }).username).toBe('Mona@ref.test');
});

test.each([
  ['username', { username: '  ' }],
  ['username', { username: 'x'.repeat(61) }],
  ['username', { username: 'mo\u0000na' }],
  ['username', { username: 'mike@ref.test' }],
  ['email', { email: '' }],
  ['email', { email: 'mona' }],
  ['email', { email: 'mona @ref.test' }],
  ['email', { email: `${'x'.repeat(250)}@ref.test` }],
  ['display_name', { display_name: '' }],
])('an invalid %s is refused: %j', (key, wrong) => {
  expect(() => checkNewUser({ ...mona, ...wrong })).toThrow(`Invalid parameter(s): ${key}`);
});

test('all problems are reported together', () => {
  const empty = { username: '', email: '', display_name: '' };
  expect(() => checkNewUser(empty)).toThrow('Invalid parameter(s): username, email, display_name');
});
