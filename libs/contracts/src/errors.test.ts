import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { errorCatalogue } from './errors.ts';
import { ServiceError } from './service-error.ts';
import { inEnglish, msg, asMessage } from './message.ts';

const pages = ['errors', 'errors-of-logins', 'errors-of-records', 'errors-of-users'].map((page) =>
  readFileSync(new URL(`../../../docs/reference/${page}.md`, import.meta.url), 'utf8'),
);

const rows = pages
  .flatMap((page) => page.split('\n'))
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, code = '', statuses = '', meaning = '', whatToDo = '']) => ({
    code: code.replaceAll('`', ''),
    statuses: statuses.split(', ').map(Number),
    meaning,
    whatToDo,
  }));

test('the error pages list every code of the catalogue in order, with its statuses, meaning and remedy', () => {
  const whatToDo: unknown = expect.stringMatching(/./);
  const declared = Object.entries(errorCatalogue).map(([code, entry]) => ({ code, ...entry, whatToDo }));
  expect(rows).toEqual(declared);
});

test('the body of an error has the default status of its code unless another one is given', () => {
  expect(new ServiceError('search_viewable_post', 'no').toBody()).toEqual({
    code: 'search_viewable_post',
    message: 'no',
    data: { status: 400 },
  });
  expect(
    new ServiceError('search_viewable_post', 'no', { status: 403, data: { a: 1 } }).toBody().data,
  ).toEqual({ a: 1, status: 403 });
});

test('the body of an error has its message and all messages in its data translated', () => {
  const data = {
    errors: [{ field: 'x', message: msg`x is ${1}` }],
    received: 'x is 1',
    at: { why: asMessage('no') },
  };
  const error = new ServiceError('search_viewable_post', msg`no ${asMessage('hat')}`, { data });
  expect(error.toBody((text) => `«${inEnglish(text)}»`)).toEqual({
    code: 'search_viewable_post',
    message: '«no hat»',
    data: {
      errors: [{ field: 'x', message: '«x is 1»' }],
      received: 'x is 1',
      at: { why: '«no»' },
      status: 400,
    },
  });
  expect(error.toBody().data).toMatchObject({ errors: [{ message: 'x is 1' }], at: { why: 'no' } });
});
