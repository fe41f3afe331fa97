import { describe, expect, test } from '@jest/globals';
import { catalogueOf, translatedLanguages } from '@svc/language';
import { declaredLabels } from './declared-labels.ts';
import { messagesInSources } from './messages-in-sources.ts';

const texts = new Map([...declaredLabels(), ...messagesInSources()]);

const placesOf = (text: string) => [...new Set(text.match(/\{\d+\}/g))].toSorted().join();

describe.each(translatedLanguages.map(({ key }) => key))('the catalogue of %s', (language) => {
  const catalogue = catalogueOf(language);

  test('has every text that the service says', () => {
    const missing = [...texts].filter(([text]) => !Object.hasOwn(catalogue, text));
    expect(missing.map(([text, at]) => `${at}: ${text}`)).toEqual([]);
  });

  test('has no text that nothing says', () => {
    expect(Object.keys(catalogue).filter((text) => !texts.has(text))).toEqual([]);
  });

  test('has a place for every value, and nothing empty', () => {
    const wrong = Object.entries(catalogue).filter(
      ([text, translation]) => translation.trim() === '' || placesOf(text) !== placesOf(translation),
    );
    expect(wrong).toEqual([]);
  });

  test('is in the order of its texts', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(catalogue).toSorted());
  });
});
