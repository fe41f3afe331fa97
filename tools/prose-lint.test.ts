import { describe, expect, test } from '@jest/globals';
import { findWordings } from './prose-lint.ts';
import { proseRules } from './prose-rules.ts';

/** A text that each rule rejects, and one with the same meaning that passes. */
const texts: Readonly<Record<string, readonly [rejected: string, accepted: string]>> = {
  'can-not': ['Published events can not be recalled.', 'Published events cannot be recalled.'],
  'is-none': [
    'gender has an option that is none of male, female',
    'gender must be one of male, female; without an option there is none',
  ],
  whoever: ['whoever sent it ended before it was known', 'the process stopped before the outcome was known'],
  'who-as-a-subject': ['Who has chosen a day gets one mail.', 'Users who have chosen a day get one mail.'],
  'what-as-a-subject': [
    'what was older than it is kept was removed',
    'Who knows what is stored? Documents that were older are removed.',
  ],
  'that-of': [
    'Each has a limit. That of the address is higher.',
    'The limit of the address is higher than that of the account.',
  ],
  'with-another-one': [
    'With another one the links there are accept nothing.',
    'After a change of the secret, existing links are rejected.',
  ],
  'what-it-tells': ['Nobody can recall what it tells.', 'Nobody can recall an event.'],
  'what-has-become-of': ['It asks what has become of comments.', 'It reads the state of comments.'],
  'by-way-of': ['Contacts come by way of a site link.', 'Contacts arrive over a site link.'],
  'no-more': ['an old token may be good no more', 'no more than ten old tokens are no longer valid'],
  'any-more': ['it does not know the task any more', 'it no longer knows the task; send any more than one'],
  'one-by-one': ['Remove them one by one.', 'Remove them in several requests.'],
  besides: ['Besides, it has a comment.', 'It also has a comment.'],
  'made-undone': ['Make the change undone.', 'Undo the change.'],
  'time-and-again': ['It failed time and again.', 'It failed at every attempt, time after time.'],
  'tried-again': ['a message is tried again', 'failed to handle a message; will retry'],
  'let-in': ['NATS lets anybody in.', 'NATS requires no authentication.'],
  'something-else-than': ['It answered something else than a list.', 'Its answer must be a list.'],
  'asked-again': ['a transfer waits to be asked for again', 'a transfer can be repeated'],
  'he-and-she': ['A user sees what he owns.', 'Users see the records that they own.'],
  'up-to-you': ['Which of them is up to your settings.', 'In your settings you can choose which of them.'],
};

test('every rule has a text that it rejects and one that passes', () => {
  expect(Object.keys(texts)).toEqual(proseRules.map(({ name }) => name));
});

describe.each(proseRules.map((rule) => [rule.name, rule] as const))('the rule "%s"', (name, { better }) => {
  const [rejected = '', accepted = ''] = texts[name] ?? [];

  test('rejects its wording with a better one', () => {
    expect(findWordings('page.md', `# Title\n\n${rejected}\n`)).toContainEqual(
      expect.objectContaining({ line: 3, better }),
    );
  });

  test('passes the better wording', () => {
    expect(findWordings('page.md', `${accepted}\n`)).toEqual([]);
  });
});

describe('in a source file', () => {
  const linesOf = (content: string) => findWordings('file.ts', content).map(({ line }) => line);

  test.each([
    ['a string', "log.warn({ id }, 'it can not be sent');"],
    ['a template', 'throw new Error(`${name} can not be sent`);'],
    ['a tagged template, across its values', 'msg`it can ${word}, and can not ${word} end`;'],
    ['a line comment', 'call(); // It can not be sent.'],
    ['a documentation comment', '/**\n * Sends it. It can not be sent\n * twice.\n */\nsend();'],
    ['two lines of one comment', '// It is sent, and can\n// not be sent twice.'],
    ['a comment after a string with slashes', "get('https://x.test'); // It can not be sent."],
  ])('checks %s', (_what, content) => {
    expect(linesOf(content)).toEqual([1]);
  });

  test.each([
    ['a name', 'const besides = whoever;'],
    ['a single word', "get('besides');"],
    ['code in backticks', '/** Sends `besides`. */'],
    ['slashes in a string', "get('https://x.test//can not');".replace(' ', '-')],
    ['a type', "type Key = 'can not';"],
  ])('does not check %s', (_what, content) => {
    expect(linesOf(content)).toEqual([]);
  });
});

describe('on a page', () => {
  const linesOf = (content: string) => findWordings('page.md', content).map(({ line }) => line);

  test('a paragraph is one text, whatever its lines', () => {
    expect(linesOf('It is sent and can\nnot be recalled.\n')).toEqual([1]);
  });

  test('each item of a list and each cell of a table is a text', () => {
    expect(linesOf('- first\n- What it does.\n\n| a | b |\n|---|---|\n| What it is. | c |\n')).toEqual([
      2, 6,
    ]);
  });

  test('code is not checked', () => {
    expect(linesOf('```\ncan not\n```\n\n    can not\n\nIt says `can not`.\n')).toEqual([]);
  });

  test('a question may begin with what', () => {
    expect(linesOf('What does a service store? Records.\n')).toEqual([]);
  });
});
