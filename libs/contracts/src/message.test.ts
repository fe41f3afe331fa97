import { expect, test } from '@jest/globals';
import { ServiceError } from './service-error.ts';
import { inEnglish, isMessage, msg, asMessage, textOf } from './message.ts';

test('a tagged text keeps its template and its values apart', () => {
  const said = msg`Sorry, the ${'contact'} with id ${5}.`;
  expect(said).toEqual({ template: 'Sorry, the {0} with id {1}.', values: ['contact', 5] });
  expect(textOf(said)).toBe('Sorry, the contact with id 5.');
});

test.each([
  ['a value that looks like a place stays as it is', msg`${'{1}'} and ${'b'}`, '{1} and b'],
  [
    'a translated template may have its values in another order',
    { ...msg`${'a'} of ${'b'}`, template: '{1}: {0}' },
    'b: a',
  ],
  ['a text without values is said as it is, braces and all', asMessage('F: {0}'), 'F: {0}'],
  [
    'what is said may stand in what is said',
    msg`a comment ${msg`has ${3} tags`}: ${'x'}`,
    'a comment has 3 tags: x',
  ],
])('%s', (_what, said, text) => {
  expect(inEnglish(said)).toBe(text);
});

test('an error has the English text as its message, and says it by template', () => {
  const error = new ServiceError('get_post_activity', msg`No permissions to read: ${'contacts'}`);
  expect(error.message).toBe('No permissions to read: contacts');
  expect(error.translatable).toEqual({ template: 'No permissions to read: {0}', values: ['contacts'] });
});

test('what looks like something said is told from it', () => {
  expect([msg`a ${1}`, asMessage('a')].every(isMessage)).toBe(true);
  expect([{ template: 'a', values: [] }, 'a', null, undefined].some(isMessage)).toBe(false);
});
