import { expect, test } from '@jest/globals';
import { ServiceError } from './service-error.ts';
import { inEnglish, isMessage, msg, asMessage, textOf } from './message.ts';

test('a tagged text keeps its template and its values apart', () => {
  const said = msg`Sorry, the ${'contact'} with id ${5}.`;
  expect(said).toEqual({ template: 'Sorry, the {0} with id {1}.', values: ['contact', 5] });
  expect(textOf(said)).toBe('Sorry, the contact with id 5.');
});

test('a value that looks like a place stays as it is', () => {
  expect(textOf(msg`${'{1}'} and ${'b'}`)).toBe('{1} and b');
});

test('a translated template may have its values in another order', () => {
  expect(textOf({ ...msg`${'a'} of ${'b'}`, template: '{1}: {0}' })).toBe('b: a');
});

test('a text without values is said as it is, braces and all', () => {
  expect(textOf(asMessage('F: {0}'))).toBe('F: {0}');
});

test('an error has the English text as its message, and says it by template', () => {
  const error = new ServiceError('get_post_activity', msg`No permissions to read: ${'contacts'}`);
  expect(error.message).toBe('No permissions to read: contacts');
  expect(error.translatable).toEqual({ template: 'No permissions to read: {0}', values: ['contacts'] });
});

test('what is said may stand in what is said', () => {
  expect(inEnglish(msg`a comment ${msg`has more than ${3} tags`}: ${'x'}`)).toBe(
    'a comment has more than 3 tags: x',
  );
});

test('what looks like something said is told from it', () => {
  expect([msg`a ${1}`, asMessage('a')].every(isMessage)).toBe(true);
  expect([{ template: 'a', values: [] }, 'a', null, undefined].some(isMessage)).toBe(false);
});
