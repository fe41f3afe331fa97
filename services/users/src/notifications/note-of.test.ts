import { expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import type { StoredNotification } from '../model/notification.ts';
import { noteOf } from './note-of.ts';
import { prettyTime } from './present-notification.ts';

const at = new Date('2026-11-20T12:25:16.000Z');
const mentioned: StoredNotification = {
  _id: 46,
  userId: 4,
  name: 'mention',
  action: 'mentioned',
  type: 'mentions',
  actor: { userId: 3, name: 'Mona' },
  record: { id: 89, postType: 'contacts', name: 'N3' },
  fieldKey: 'comments',
  fieldValue: '',
  secondaryId: 36,
  comment: { original: '@[Mike](4) look', version: 1 },
  at,
  isUnread: true,
  unreadSince: at,
  channels: ['web', 'email'],
  eventId: 'e',
  commitId: 'c',
};
const reader = {
  translate: inEnglish,
  permalinkOf: (postType: string, id: number) => `http://host/${postType}/${id}`,
};

test('a note has a text and HTML with a link to the record', () => {
  expect(noteOf(mentioned, reader)).toEqual({
    text: 'Mona mentioned you on N3 saying: \r\n\r\n @Mike look',
    html: 'Mona mentioned you on <a href="http://host/contacts/89">N3</a> saying: \r\n\r\n @Mike look',
    link: 'http://host/contacts/89',
  });
});

test('names and comments in a note are escaped, and a comment is reduced to its text', () => {
  const attack = '<img src=x onerror="alert(1)">\'{0}';
  const note = noteOf(
    {
      ...mentioned,
      actor: { userId: 3, name: attack },
      record: { ...mentioned.record, name: '</a><script>' },
      comment: {
        original: 'a &amp;lt; b<br /><a href="https://x.test">here</a> &lt;b&gt; @[<i>](5)',
        version: 1,
      },
    },
    reader,
  );
  expect(note.html).toBe(
    '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;{0} mentioned you on ' +
      '<a href="http://host/contacts/89">&lt;/a&gt;&lt;script&gt;</a> saying: \r\n\r\n ' +
      'a &amp;lt; b\nhere &lt;b&gt; @',
  );
  expect(note.text).toContain('a &lt; b\nhere <b> @');
});

const now = new Date('2026-11-20T12:52:16.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

test.each([
  [-5, 'en_US', '1 minute ago', '11/20/2026'],
  [59, 'en_US', '1 minute ago', '11/20/2026'],
  [27 * 60 + 59, 'en_US', '27 minutes ago', '11/20/2026'],
  [3_600, 'en_US', '1 hour ago', '11/20/2026'],
  [2 * 86_400, 'en_US', '2 days ago', '11/18/2026'],
  [13 * 86_400, 'en_US', '1 week ago', '11/07/2026'],
  [45 * 86_400, 'en_US', '1 month ago', '10/06/2026'],
  [800 * 86_400, 'en_US', '2 years ago', '09/11/2024'],
  [27 * 60, 'fr_FR', 'il y a 27 minutes', '11/20/2026'],
  [27 * 60, 'es', 'hace 27 minutos', '11/20/2026'],
  [27 * 60, 'xx__YY', '27 minutes ago', '11/20/2026'],
])('a time %d seconds ago is shown in %s as %s, %s', (seconds, locale, relative, day) => {
  expect(prettyTime(ago(seconds), now, locale)).toEqual([relative, day]);
});
