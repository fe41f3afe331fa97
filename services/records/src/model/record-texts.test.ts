import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createField } from '../post-types/create-field.ts';
import type { Field } from './field.ts';
import type { PostType } from './post-type.ts';
import { foldText } from './fold-text.ts';
import { longTexts, searchTextOf, textEntries, textWord } from './record-texts.ts';

const [mail, phone, note] = [
  ['mail', 'communication_channel'],
  ['phone', 'communication_channel'],
  ['note', 'text'],
].map(([key = '', type = '']) =>
  createField({ postType: 'tests', key, definition: { name: key, type }, report: () => undefined }),
) as [Field[], Field[], Field[]];
const fields = new Map([...mail, ...phone, ...note].map((field) => [field.key, field]));
const postType = { key: 'tests', fields } as unknown as PostType;

const searched = (name: string, mails: readonly string[] = [], phones: readonly string[] = []) =>
  searchTextOf(
    {
      name,
      fields: {
        mail: mails.map((value) => ({ value })),
        phone: phones.map((value) => ({ value })),
        note: 'no',
      },
    },
    postType,
  );

/** What people write in all the world, and what means something to patterns. */
const character = fc.constantFrom(
  ...'aAáÁzZßıİøŁ0149 .-_@+()[]{}*?^$|/\\#"\'',
  ...'ΣσςΟάЙйЁё',
  'ﬁ',
  'e\u0301',
  'कि',
  'ก็',
  'مُ',
  '한',
  'が',
  '😀',
  '👩🏽',
  '𝒜',
  '\u00a0',
  '\t',
);
const texts = fc.array(character, { maxLength: 30 });
const joined = (characters: readonly string[]) => characters.join('');
const part = fc.tuple(texts, fc.nat(), fc.nat()).map(([characters, from, length]) => {
  const start = characters.length === 0 ? 0 : from % characters.length;
  const end = start + 1 + (length % 15);
  return { whole: joined(characters), part: joined(characters.slice(start, end)) };
});

describe('the search text of', () => {
  test('a name contains every part of the name in any case', () => {
    fc.assert(
      fc.property(part, fc.func(fc.boolean()), ({ whole, part: some }, isUpper) => {
        const asked = foldText([...some].map((each) => (isUpper(each) ? each.toUpperCase() : each)).join(''));
        const { name } = searched(whole);
        expect(name).toContain(asked);
        const word = textWord('name', asked);
        if (asked !== '')
          expect(textEntries(searched(whole)).some((entry) => entry.startsWith(word))).toBe(true);
      }),
    );
  });

  test('channels contains every part of each value, without regard to blanks', () => {
    fc.assert(
      fc.property(part, texts, fc.boolean(), ({ whole, part: some }, other, isFirst) => {
        const values = isFirst ? [whole, joined(other)] : [joined(other), whole];
        const found = searched('name', [values[0] ?? ''], [values[1] ?? '']);
        const asked = foldText(some).replaceAll(/\s+/g, '');
        const word = textWord('comms', asked);
        if (asked !== '') expect(textEntries(found).some((entry) => entry.startsWith(word))).toBe(true);
      }),
    );
  });

  test.each([
    ['in another case', 'STRASSE ΟΔΟΣ', 'straße'],
    ['with a letter that has another form at the end of a word', 'ΟΔΟΣΑΒ', 'οδος'],
    ['in Turkish', 'Işık İnci', 'isik inci'],
    ['without accents', 'Žofia Łucja', 'zofia'],
  ])('a name matches a query %s', (_how, name, asked) => {
    expect(foldText(name)).toContain(foldText(asked));
  });

  test('Hindi keeps the vowel marks, and that of Arabic drops them', () => {
    expect(foldText('किशोर')).not.toBe(foldText('कशर'));
    expect(foldText('مُحَمَّد')).toBe(foldText('محمد'));
  });
});

describe('the entries of the text index', () => {
  test('contain only whole characters, which the database requires', () => {
    const entries = textEntries(searched('😀😃😄😁😆😅🤣😂🙂🙃😉 x', ['😀a']));
    expect(entries.every((entry) => entry.isWellFormed())).toBe(true);
    expect(entries).toContain('n😉 x');
    expect(entries).toContain('n😀😃😄😁😆😅🤣😂🙂🙃');
  });

  test('are empty for a record without texts', () => {
    expect(textEntries(searched(''))).toEqual([]);
    expect(textEntries(searched(' ', [' ', '']))).toEqual([]);
  });

  test('are replaced by one common entry when a record has too many', () => {
    expect(textEntries(searched('x'.repeat(1_501)))).toEqual([longTexts]);
    expect(textEntries(searched('x', ['y'.repeat(1_500)]))).toEqual([longTexts]);
    expect(textEntries(searched('x'.repeat(1_500)))).toHaveLength(10);
  });

  test('contain the name and the channels of all types, and no other field', () => {
    const entries = textEntries(searched('Al', ['m@x'], ['0 1']));
    expect(entries).toEqual(['nal', 'nl', 'cm@x', 'c@x', 'cx', 'c01', 'c1']);
  });
});
