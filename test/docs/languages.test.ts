import { describe, expect, test } from '@jest/globals';
import { catalogueOf, translatedLanguages } from '@svc/language';
import { pageTable } from './page-table.ts';

const { heading, rows } = pageTable('internals/terms.md', 'Terms');

/** Terms, the longest first: a text about people groups is not about groups. */
const terms = rows
  .map(([term = '', ...words]) => ({ pattern: termPattern(term), words }))
  .toSorted((one, other) => other.pattern.source.length - one.pattern.source.length);

/** Texts in which the word of a term has another meaning, is the name of a parameter, or need not be translated. */
const otherMeanings: ReadonlySet<string> = new Set([
  'A field for key {0} with id {1} was not found for this user on this post',
  'A useful way to group related items.',
  'Assigned To',
  'Contact Attempt Needed',
  'Contact Attempted',
  'Contact Established',
  'Contact Info Changed',
  'Denies submitting contact request',
  'Email sent to {0} with the following message:',
  'Error creating site connection details.',
  'Insufficient Contact Information',
  'Insufficient contact info',
  'Missing values field on connection: {0}',
  'Required token and device_id field',
  'The comment {0} in "comment".',
  'Why the contact is not ready to be assigned to a user.',
  'fields may be at most {0} levels deep',
  'fields must be an array or an object of filters',
  'missing values field on: {0}',
  'unknown connection type {0}; the connection types are {1}',
  '{0} modified contact details on {1}.',
]);

/** Straight quotation marks, and punctuation that other scripts write differently; JSON in a text may have them. */
const foreignMarks: Readonly<Record<string, RegExp>> = {
  ar: /[,;?"']/,
  fa_IR: /[,;?"'\u{643}\u{64a}]/u,
  zh_CN: /[,;?!"']/,
};

test('docs/internals/terms.md has the terms of every language', () => {
  expect(heading.slice(1)).toEqual(translatedLanguages.map(({ key }) => key));
  expect(rows.flat()).not.toContain('');
});

describe.each(heading.slice(1).map((key, column) => [key, column] as const))(
  'the catalogue of %s',
  (key, column) => {
    const catalogue = Object.entries(catalogueOf(key));

    test('translates each term with a word of docs/internals/terms.md', () => {
      const wrong = catalogue.filter(([form, translation]) => {
        const text = form.replace(/_(?:zero|one|two|few|many)$/, '');
        const words = otherMeanings.has(text) ? [] : wordsFor(text, column);
        return words.some((each) => !wordPattern(each).test(translation));
      });
      expect(wrong).toEqual([]);
    });

    test('has the punctuation of its script', () => {
      const marks = foreignMarks[key] ?? /["']/;
      const wrong = catalogue.filter(([, text]) => marks.test(text.replace(/\{["a-z].*\}/, '')));
      expect(wrong).toEqual([]);
    });
  },
);

test('every listed exception is a text of the catalogue', () => {
  const texts = new Set(Object.keys(catalogueOf('zh_CN')));
  expect([...otherMeanings].filter((text) => !texts.has(text))).toEqual([]);
});

/** The words of a language for the terms in a text, without identifiers such as `post_type` or addresses. */
function wordsFor(text: string, column: number): string[] {
  let rest = text.replaceAll(/\w+(?:_\w+|\.\w+\.\w+)/g, '#');
  const found: string[] = [];
  for (const { pattern, words } of terms) {
    if (!pattern.test(rest)) continue;
    found.push(words[column] ?? '');
    rest = rest.replace(new RegExp(pattern, 'giu'), '#');
  }
  return found;
}

/** A pattern for an English term with the forms of its words. */
function termPattern(term: string): RegExp {
  const words = term.split(/[ -]/).map((word) => `${word}(?:s|es|ed|ing)?`);
  return new RegExp(String.raw`(?<![\w-])${words.join('[ -]')}(?![\w-])`, 'iu');
}

/** A pattern for the words of a cell, in which `…` stands for any text. */
function wordPattern(cell: string): RegExp {
  const words = cell.split(', ').map((word) => word.replaceAll(/ ?… ?/g, '.*'));
  return new RegExp(words.join('|'), 'iu');
}
