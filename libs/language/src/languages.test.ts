import { expect, test } from '@jest/globals';
import { english, languageFor, languages, languageTag, withoutCountry } from './languages.ts';

test.each([
  ['fr_FR', 'fr_FR'],
  ['fr-FR', 'fr_FR'],
  ['fr_CA', 'fr_FR'],
  ['fr', 'fr_FR'],
  ['es_419', 'es_ES'],
  ['es_MX', 'es_ES'],
  ['en_GB', 'en_US'],
  ['de_AT', 'de_DE'],
  ['ar_MA', 'ar'],
  ['it_IT', 'en_US'],
  ['', 'en_US'],
  ['constructor', 'en_US'],
])('the locale "%s" has the language %s', (locale, language) => {
  expect(languageFor(locale).key).toBe(language);
});

test('English is the first language, and the others are sorted by key', () => {
  const [first, ...others] = languages.map(({ key }) => key);
  expect(first).toBe('en_US');
  expect(others).toEqual(others.toSorted());
});

test('a language has a BCP 47 tag and a key without the country', () => {
  expect([languageTag(english), withoutCountry(english.key)]).toEqual(['en-US', 'en']);
});
