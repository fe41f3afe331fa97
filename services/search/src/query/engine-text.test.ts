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
])('the engine is asked for the words of %j: %j', (text, expected) => {
  expect(engineText(text)).toBe(expected);
});

test.each(['"', '---', '%', '&', '…', '؟', 'ـ', '\u200b', '\u0000', '\u3164'])(
  'the engine is not asked for %j, which it would take for no text',
  (text) => {
    expect(engineText(text)).toBeUndefined();
  },
);

test('the engine never gets an operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(engineText(`x ${text}`)).not.toMatch(/["-]/);
    }),
  );
});
