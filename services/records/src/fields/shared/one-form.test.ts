import { expect, test } from '@jest/globals';
import { oneForm } from './one-form.ts';

test.each([
  ['e-mail addresses whatever their case', ['Ann@Example.org', ' ann@example.ORG ']],
  ['phone numbers with anything between their digits', ['0151 123-45', '0151/12345', '(0151) 123.45']],
  ['numbers with a country', ['+49 151 12345', '0049 151 12345', '+4915112345']],
  ['names on other sites whatever their spaces', ['Ann  Smith', 'ann smith']],
])('takes for the same %s', (_what, values) => {
  expect(new Set(values.map(oneForm)).size).toBe(1);
});

test.each([
  ['a number with and without its country', '+49 151 12345', '0151 12345'],
  ['short numbers with other signs', '1-2', '12'],
  ['addresses that differ', 'ann@example.org', 'anne@example.org'],
  ['a number and a text that holds it', '0151 12345', 'flat 015112345'],
])('tells apart %s', (_what, one, other) => {
  expect(oneForm(one)).not.toBe(oneForm(other));
});

test.each(['', ' ', '\t\n'])('finds nothing in %j', (value) => {
  expect(oneForm(value)).toBe('');
});
