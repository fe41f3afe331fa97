import { expect, test } from '@jest/globals';
import { oneForm } from './one-form.ts';

test.each([
  ['e-mail addresses in another case', ['Ann@Example.org', ' ann@example.ORG ']],
  ['phone numbers with other separators', ['0151 123-45', '0151/12345', '(0151) 123.45']],
  ['phone numbers with a country code', ['+49 151 12345', '0049 151 12345', '+4915112345']],
  ['account names with other spaces', ['Ann  Smith', 'ann smith']],
])('equal contact details are recognized: %s', (_what, values) => {
  expect(new Set(values.map(oneForm)).size).toBe(1);
});

test.each([
  ['a number with and without its country code', '+49 151 12345', '0151 12345'],
  ['short numbers with other separators', '1-2', '12'],
  ['different e-mail addresses', 'ann@example.org', 'anne@example.org'],
  ['a number and a text that contains it', '0151 12345', 'flat 015112345'],
])('different contact details are kept apart: %s', (_what, one, other) => {
  expect(oneForm(one)).not.toBe(oneForm(other));
});

test.each(['', ' ', '\t\n'])('%j is no contact detail', (value) => {
  expect(oneForm(value)).toBe('');
});
