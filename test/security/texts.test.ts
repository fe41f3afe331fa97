import { expect, test } from '@jest/globals';
import { msg } from '@svc/contracts';
import { createTranslators } from '@svc/language';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';
import { cleanComment, cutComment } from '@svc/service-kit';
import { growth } from '@svc/service-kit/testing';
import { seenPattern } from '../../services/comments/src/finding/seen-pattern.ts';
import { commentParts } from '../../services/comments/src/writing/comment-parts.ts';
import { mentionedIn } from '../../services/comments/src/writing/mentioned-in.ts';
import { textEntries } from '../../services/records/src/model/record-texts.ts';
import { foldText } from '../../services/records/src/model/fold-text.ts';
import { oneForm } from '../../services/records/src/fields/shared/one-form.ts';
import { containing, equalling } from '../../services/records/src/fields/shared/text-pattern.ts';
import { beginsWith } from '../../services/records/src/lists/plan/find-candidates.ts';
import { nameEquals, namePattern } from '../../services/records/src/query/name-pattern.ts';
import { withoutMentions } from '../../services/records/src/transfer/without-mentions.ts';
import { recordEntry } from '../../services/search/src/engine/record-entry.ts';
import { engineText } from '../../services/search/src/query/engine-text.ts';
import { phoneForms, phoneNumbers } from '../../services/search/src/engine/phone-numbers.ts';
import { plainText } from '../../services/search/src/engine/plain-text.ts';
import { holdsText } from '../../services/search/src/query/holds-text.ts';
import { rankHits } from '../../services/search/src/query/rank-hits.ts';
import { shownComment } from '../../services/search/src/query/shown-comment.ts';
import { compose, paragraph } from '../../services/users/src/mail/compose.ts';
import { noteOf } from '../../services/users/src/notifications/note-of.ts';
import { weaknessOf } from '../../services/users/src/passwords/check-password-strength.ts';
import { nicename } from '../../services/users/src/model/nicename.ts';
import { readSite } from '../../services/users/src/site-links/check-new-link.ts';
import { foldText as foldLogin } from '../../services/users/src/model/fold-text.ts';

/** As much as one comment may be, and more than any other text that is looked at as a whole. */
const size = 131_072;

/** The longest text that lists are searched for, in characters. */
const maxSearchLength = 500;

const pieces = [
  '<',
  '>',
  '&',
  '&amp;',
  '<em>x',
  '<a href="',
  '</em>',
  '<!--',
  '<!---->',
  '<br>',
  '<script>',
  '<svg>',
  '@[',
  '@[]',
  '@[a](1)',
  '](1)',
  '1',
  '1 ',
  '+(',
  '(0)',
  ' ',
  '\r\n',
  'a ',
  'a-',
  '{0}',
  '$&',
  '"',
  '\\',
  'Σ',
  'ﷺ',
  '字',
  '😀',
  '\ud800',
  '\0',
  'e\u0301',
  '\u0300\u0316',
  '\u0300\uFF9E',
];

/** What is written to take long, by what it is made of. */
const hostile: Readonly<Record<string, (length: number) => string>> = {
  ...Object.fromEntries(pieces.map((piece) => [piece, (length: number) => repeat(piece, length)])),
  'marks in the wrong order': (length) => `a${repeat('\u0300', length / 2)}${repeat('\u0316', length / 2)}`,
  'words that are all others': (length) =>
    Array.from({ length: length / 7 }, (_none, at) => `w${at}`).join(' '),
  'an address of comments': (length) => `<a href="${repeat('&lt;!----&gt;', length)}">x</a>`,
};

const translate = createTranslators()('fr_FR');
const reader = { translate, publicUrl: 'https://ref.test' };

test.each<[what: string, look: (text: string) => unknown]>([
  ['a comment that is written', (text) => commentParts(clean(cutComment(text)))],
  ['a comment that is searched for mentions', mentionedIn],
  ['a comment that is looked for in the database', (text) => seenPattern(text.slice(0, maxSearchLength))],
  ['a comment that comes from another site', withoutMentions],
  ['a name that is folded for lists', foldText],
  ['the entries by which lists find a record', (text) => textEntries({ name: text, comms: [text] })],
  [
    'the patterns by which lists look through texts',
    (text) => {
      const part = text.slice(1, maxSearchLength);
      for (const wanted of [part, `${part}\u0001`])
        for (const pattern of [namePattern, nameEquals, containing, equalling, beginsWith])
          pattern(wanted).test(text);
    },
  ],
  ['a value that may be that of a duplicate', oneForm],
  ['a record that is indexed', (text) => recordEntry(state(text))],
  ['the words that the search engine is asked', engineText],
  ['a telephone number that is searched', phoneForms],
  ['the telephone numbers of a text', phoneNumbers],
  ['a comment that is indexed', plainText],
  ['a text in which the words of a query are looked for', (text) => holdsText(text, text)],
  ['a comment as a hit shows it', shownComment],
  ['the order of hits', (text) => rankHits([hit(1, text), hit(2, [...text].reverse().join(''))], text)],
  [
    'a mail of names and a comment',
    (text) => {
      const note = noteOf(notification(text), reader);
      compose(note.text, [paragraph(translate(msg`Hello ${text},`)), note], text);
    },
  ],
  [
    'a mail as it is encoded',
    (text) => {
      const node = new MimeNode('text/plain');
      node.setHeader({ subject: text, from: { name: text, address: 'site@ref.test' } }).buildHeaders();
      wrap(encode(text));
    },
  ],
  ['a user name that is looked for', foldLogin],
  ['a user name in an address', nicename],
  ['a password that is set', weaknessOf],
  ['the site of a link', readSite],
])('%s takes time in proportion to the text', (_what, look) => {
  const slow = Object.keys(hostile).find(
    (name) => growth(size / 4, (length) => look(hostile[name]?.(length) ?? '')) >= 10,
  );
  expect(slow).toBeUndefined();
});

function repeat(piece: string, length: number): string {
  return piece.repeat(length / piece.length);
}

/** What is refused takes no more of anybody's time. */
function clean(text: string): string {
  const cleaned = cleanComment(text);
  return 'text' in cleaned ? cleaned.text : '';
}

function state(text: string) {
  const visibility = { shared_with: [], type: '', sources: [text] };
  return {
    _id: 1,
    postType: 'contacts',
    version: 1,
    name: text,
    visibility,
    texts: [{ field: 'nickname', text }],
  } as unknown as Parameters<typeof recordEntry>[0];
}

function hit(id: number, name: string) {
  const record = { id, name, post_type: 'contacts', post_date: '2026-01-01 00:00:00', version: 1 };
  return { record, candidate: { id, name: { text: name, version: 1, match: 'words' as const } } };
}

function notification(text: string): Parameters<typeof noteOf>[0] {
  const at = new Date(0);
  return {
    _id: 1,
    userId: 4,
    name: 'mention',
    action: 'mentioned',
    type: 'mentions',
    actor: { userId: 3, name: text },
    record: { id: 5, postType: 'contacts', name: text },
    fieldKey: 'comments',
    fieldValue: '',
    secondaryId: 6,
    comment: { told: text, version: 1 },
    at,
    isUnread: true,
    unreadSince: at,
    channels: ['email'],
    eventId: 'e',
    commitId: 'c',
  };
}
