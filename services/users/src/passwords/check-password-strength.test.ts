import { expect, test } from '@jest/globals';
import { checkPasswordStrength } from './check-password-strength.ts';

test.each<[password: string, why: string]>([
  ['', 'at least 10 characters'],
  ['nine-char', 'at least 10 characters'],
  ['🔑'.repeat(5), 'at least 10 characters'],
  // Ten as they are typed, nine as they are hashed.
  ['e\u0301levages!', 'at least 10 characters'],
  ['1111111111', 'must not repeat a single character'],
  ['aAaAaAaAaAaA', 'must not repeat a single character'],
  ['1１1１1１1１1１1１', 'must not repeat a single character'],
  ['qwertyuiop', 'one of the most common'],
  ['Password123', 'one of the most common'],
  ['ｐassword1234', 'one of the most common'],
])('the password %j is too weak', (password, why) => {
  expect(() => checkPasswordStrength(password)).toThrow(why);
});

test.each(['let-me-look', 'nine chars', '🔑🔒'.repeat(5), 'пароль на лето', '# the commonest'])(
  'the password %j is accepted',
  (password) => {
    expect(() => checkPasswordStrength(password)).not.toThrow();
  },
);
