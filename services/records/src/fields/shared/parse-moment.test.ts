import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseMoment } from './parse-moment.ts';

test('a day as yyyy-mm-dd is read as midnight UTC', () => {
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (moment) => {
      const text = moment.toISOString().slice(0, 10);
      expect(parseMoment(text)).toBe(Date.parse(`${text}T00:00:00Z`) / 1000);
    }),
  );
});

test('a moment is read equally in every timezone', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  const offset = fc.integer({ min: -12 * 60, max: 14 * 60 });
  fc.assert(
    fc.property(seconds, offset, (moment, minutes) => {
      const local = new Date((moment + minutes * 60) * 1000).toISOString().slice(0, 19).replace('T', ' ');
      const sign = minutes < 0 ? '-' : '+';
      const hours = Math.floor(Math.abs(minutes) / 60);
      const rest = Math.abs(minutes) % 60;
      const zone = `${sign}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
      expect(parseMoment(`${local} ${zone}`)).toBe(moment);
    }),
  );
});

test.each([
  ...[
    '2018-12-31 12:15 GMT+02:00',
    '2018-12-31 12:15 UTC+2',
    '2018-12-31 12:15 +0200',
    '2018-12-31T12:15:00+02:00',
    '2018-12-31 10:15 GMT',
  ].map((text) => [text, '2018-12-31T10:15:00Z'] as const),
  ['2020/05/06', '2020-05-06T00:00:00Z'],
  ['2020/5/6 14:30', '2020-05-06T14:30:00Z'],
])('the date %j is read', (text, iso) => expect(parseMoment(text)).toBe(Date.parse(iso) / 1000));

test('any input is read as whole seconds or as no moment, and never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (input) => {
      const moment = parseMoment(input);
      expect(moment === undefined || Number.isInteger(moment)).toBe(true);
    }),
  );
});

test.each([
  '2021-02-29',
  '2100-02-29',
  '2021-00-10',
  '2021-1-32',
  '2021-01-01 10:60',
  '',
  ' ',
  '12/31/2020',
  'now',
  '05/06/2020',
  '2020/02/30',
  '2020/05-06',
  '5/6/20',
])('%j is no date', (text) => expect(parseMoment(text)).toBeUndefined());
