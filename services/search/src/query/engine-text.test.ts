import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { engineText } from './engine-text.ts';

test.each([
  ['', ''],
  ['  ', ''],
  ['alpha', 'alpha'],
  ['"the alpha"', 'the alpha'],
  ['-dash name', 'dash name'],
  ['Jean-Luc', 'jean luc'],
  ['50% _under', '50% _under'],
  ['Élodie ٣', 'elodie 3'],
  ['小明', '小明'],
  ['🙂', '🙂'],
  ['+49 151', '+49 151'],
])('the query %j is sent to the engine as %j', (text, expected) => {
  expect(engineText(text)).toBe(expected);
});

test.each(['"', '---', '%', '&', '…', '؟', 'ـ', '\u200b', '\u0000', '\u3164'])(
  'the query %j is not sent, since the engine would read it as empty',
  (text) => {
    expect(engineText(text)).toBeUndefined();
  },
);

test('a query never has an operator of the engine', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(engineText(`x ${text}`)).not.toMatch(/["-]/);
    }),
  );
});
