import { expect, test } from '@jest/globals';
import { checkPasswordStrength } from './check-password-strength.ts';

test.each(['', 'seven77', '😀😀😀😀'])('%j is too short', (password) => {
  expect(() => checkPasswordStrength(password)).toThrow('at least 8 characters');
});

test.each(['eight888', 'пароль12', '       8'])('%j is long enough', (password) => {
  expect(() => checkPasswordStrength(password)).not.toThrow();
});
