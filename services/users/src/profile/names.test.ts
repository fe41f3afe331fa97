import { expect, test } from '@jest/globals';
import { languageName } from '../model/locale.ts';
import { nicename } from '../model/names.ts';

test.each([
  ['en_US', 'English (United States)'],
  ['fr_FR', 'French (France)'],
  ['sw', 'Swahili'],
  ['xx_YY', 'xx_YY'],
  ['no such thing', 'no such thing'],
])('the language of %s is %s', (locale, name) => {
  expect(languageName(locale)).toBe(name);
});

test.each([
  ['Mona Multiplier', 'mona-multiplier'],
  ['mona@ref.test', 'mona-ref-test'],
  ['دانا', 'دانا'],
  ['--x--', 'x'],
])('the nicename of %s is %s', (username, expected) => {
  expect(nicename(username)).toBe(expected);
});
