import { describe, expect, test } from '@jest/globals';
import { catalogueOf, english, type Language, languageTag, spokenLanguages } from '@svc/language';
import { declaredLabels } from './declared-labels.ts';
import { mayEqualEnglish } from './may-equal-english.ts';
import { messagesInSources } from './messages-in-sources.ts';

const labels = declaredLabels();
const texts = new Map([...labels, ...messagesInSources()]);

interface Entry {
  readonly key: string;
  readonly text: string;
  readonly at: string;
  /** The value that this plural form may omit, because the form is for a single number, as in "two hours". */
  readonly optional?: string | undefined;
}

describe.each(spokenLanguages.map((language) => [language.key, language] as const))(
  'the catalogue of %s',
  (key, language) => {
    const catalogue = Object.entries(catalogueOf(key));
    const entries = new Map(entriesOf(language).map((entry) => [entry.key, entry]));

    test('has every text of the service in every plural form', () => {
      const keys = new Set(catalogue.map(([each]) => each));
      const missing = [...entries.values()].filter((entry) => !keys.has(entry.key));
      expect(missing.map((entry) => `${entry.at}: ${entry.key}`)).toEqual([]);
    });

    test('has no unused text', () => {
      expect(catalogue.filter(([each]) => !entries.has(each))).toEqual([]);
    });

    test('has every placeholder and identifier and no empty text', () => {
      const wrong = catalogue.filter(([each, translation]) => {
        const entry = entries.get(each);
        return entry && (translation.trim() === '' || !fits(translation, entry));
      });
      expect(wrong).toEqual([]);
    });

    test('has English texts only where the translation is the same', () => {
      const equal = catalogue.filter(([each, translation]) => each === translation && /\p{L}{2}/u.test(each));
      expect(equal.map(([each]) => each)).toEqual([...mayEqualEnglish(key)].toSorted());
    });

    test('is sorted by text', () => {
      const keys = catalogue.map(([each]) => each);
      expect(keys).toEqual(keys.toSorted());
    });
  },
);

/** The required entries of a catalogue: each text, with its plural forms for whole numbers. */
function entriesOf(language: Language): Entry[] {
  const forms = pluralForms(language);
  return [...texts].flatMap(([text, { at, countAt }]) => [
    ...(language === english ? [] : [{ key: text, text, at }]),
    ...(countAt === undefined ? [] : forms).map(([form, numbers]) => {
      const optional = numbers.length === 1 ? countAt : undefined;
      return { key: `${text}_${form}`, text, at, optional };
    }),
  ]);
}

/** The plural categories of a language, with numbers of each. */
function pluralForms(language: Language): [string, number[]][] {
  const rules = new Intl.PluralRules(languageTag(language));
  const numbers = Array.from({ length: 1_001 }, (_, number) => number);
  return [...Map.groupBy(numbers, (number) => rules.select(number))].filter(([form]) => form !== 'other');
}

function fits(translation: string, { text, optional }: Entry): boolean {
  const wanted = fixedIn(text, { of: text });
  const found = fixedIn(translation, { of: text });
  if (optional !== undefined && !found.has(optional)) wanted.delete(optional);
  return [...wanted].toSorted().join() === [...found].toSorted().join();
}

/** Parts that a translation must keep: placeholders and, except in labels, identifiers: `{0}`, `grid_id`, `DEBUG_MODE`. */
function fixedIn(text: string, { of }: { of: string }): Set<string> {
  return new Set(text.match(labels.has(of) ? /\{\d+\}/g : /\{\d+\}|\w+_\w+/g));
}
