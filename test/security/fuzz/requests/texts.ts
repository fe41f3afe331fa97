import fc from 'fast-check';
import { worstTexts } from '@svc/testing';

export const plainText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    'Amina',
    'Zoë Łukasz',
    'محمد',
    'two words',
    '+99 555 0100',
    'a@example.test',
    '@[Bob](1)',
    '12',
  ),
);

/** Texts with a special meaning for parsers, databases, terminals or fonts. */
const meaningful = [
  '',
  ' ',
  '\0',
  'a\u0007b',
  '\u001b[2J',
  '\r\nSet-Cookie: a=b',
  '\ud800',
  'x\udfff',
  '\u202egnirts',
  '\ufeff',
  '\u{1d4b3}\u{1f600}',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'e\u0301',
  '\uffff',
  'İıſß',
  '%',
  '%00',
  '%E0%A4',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '$where',
  '$gt',
  'a.b',
  '_id',
  '[]',
  '{}',
  '*',
  '-',
  '-*',
  '^',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '1e309',
  '-1',
  '1.5',
  '9007199254740993',
  '99999999999999999999',
  '2021-02-30',
  '0000-00-00',
  '275760-09-14',
  '-271822-01-01',
  '9999999999999',
  '1970-01-01T00:00:00Z',
  'now',
  'me',
  'user-0',
  '<script>alert(1)</script>',
  '<a href="javascript:x">',
  '<!--',
  '&#x0;',
  '@[a](0)',
  '@[](99999999999)',
  '{{7*7}}',
  '${7*7}',
  "' OR 1=1 --",
  '(.*)*$',
  '(a+)+$',
  '\\',
  '\\u0000',
  '../../etc/passwd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
];

/** The limits of texts in schemas and parsers, and one more. */
const limits = [200, 500, 1_000, 5_000, 10_000, 65_000].flatMap((limit) => [limit, limit + 1]);

/** Each text at a limit, in the shapes that are worst for parsers. */
const atLimit = fc
  .constantFrom(...limits)
  .chain((limit) => fc.constantFrom(...worstTexts(limit).map(([, text]) => text)));

/** Short texts that expand, or cause backtracking, when they are repeated. */
const pieces = [
  'x',
  ' ',
  '&',
  '<',
  '<b>',
  '@[',
  '[',
  '(',
  '\\',
  '"',
  '%',
  '\u0301',
  '\u{1f600}',
  'a ',
  '-',
  '\n',
  'ﷺ',
  '&amp;',
  'https://a.b/',
];

const repeated = fc
  .tuple(fc.constantFrom(...pieces), fc.constantFrom(300, 501, 5_000, 70_000))
  .map(([piece, bytes]) => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))));

const huge = fc
  .constantFrom(...pieces)
  .map((piece) => piece.repeat(Math.ceil(600_000 / Buffer.byteLength(piece))));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...meaningful) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 10, arbitrary: repeated },
  { weight: 10, arbitrary: atLimit },
  {
    weight: 5,
    arbitrary: fc
      .array(fc.constantFrom(...meaningful, ...pieces), { maxLength: 6 })
      .map((all) => all.join('')),
  },
  { weight: 1, arbitrary: huge },
);
