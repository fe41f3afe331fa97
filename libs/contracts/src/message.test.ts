import { expect, test } from '@jest/globals';
import { ServiceError } from './service-error.ts';
import { inEnglish, isMessage, msg, asMessage, textOf } from './message.ts';

test('msg separates a text into its template and its values', () => {
  const said = msg`Sorry, the ${'contact'} with id ${5}.`;
  expect(said).toEqual({ template: 'Sorry, the {0} with id {1}.', values: ['contact', 5] });
  expect(textOf(said)).toBe('Sorry, the contact with id 5.');
});

test.each([
  ['a value that looks like a placeholder is not replaced', msg`${'{1}'} and ${'b'}`, '{1} and b'],
  [
    'a translated template can have its values in another order',
    { ...msg`${'a'} of ${'b'}`, template: '{1}: {0}' },
    'b: a',
  ],
  ['a text without values keeps its braces', asMessage('F: {0}'), 'F: {0}'],
  [
    'a message can contain another message',
    msg`a comment ${msg`has ${3} tags`}: ${'x'}`,
    'a comment has 3 tags: x',
  ],
])('%s', (_what, said, text) => {
  expect(inEnglish(said)).toBe(text);
});

test('an error has the English text as its message, and keeps the template for translation', () => {
  const error = new ServiceError('get_post_activity', msg`No permissions to read: ${'contacts'}`);
  expect(error.message).toBe('No permissions to read: contacts');
  expect(error.translatable).toEqual({ template: 'No permissions to read: {0}', values: ['contacts'] });
});

test('isMessage accepts messages only, not objects of the same shape', () => {
  expect([msg`a ${1}`, asMessage('a')].every(isMessage)).toBe(true);
  expect([{ template: 'a', values: [] }, 'a', null, undefined].some(isMessage)).toBe(false);
});
