import { expect, test } from '@jest/globals';
import { initialsOf } from './initials.ts';

test.each([
  ['Mona Multiplier', 'MM'],
  ['mona', 'M'],
  ['Anna Maria van der Berg', 'AB'],
  ['  Mona\t\n Multiplier  ', 'MM'],
  ['Élodie Ångström', 'ÉÅ'],
  ['E\u0301lodie', 'É'],
  ['ßen Öz', 'ßÖ'],
  ['.* (Odd) [Name]', 'ON'],
  ['mona@ref.test', 'M'],
  ['3 Brothers', '3B'],
  ['محمد علي', 'م\u200cع'],
  ['李 小龍', '李小'],
  ['李小龍', '李'],
  ['김 민준', '김민'],
  ['क्षितिज शर्मा', 'क्षिश'],
  ['Ольга Петрова', 'ОП'],
  ['😀', '😀'],
  ['👨‍👩‍👧‍👦 Family', '👨‍👩‍👧‍👦F'],
  ['🇳🇱 Dutch', '🇳🇱D'],
  ['<script>alert(1)</script>', 'S'],
  ['"quoted" \'name\'', 'QN'],
  ['', ''],
  ['   ', ''],
  ['-- ...', ''],
  ['\u0301\u0302', ''],
  ['\ud800x', 'X'],
])('%j has the initials %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('initials are short for many combining marks and for long names', () => {
  expect(initialsOf(`Z${'\u0301\u0302'.repeat(500)}`)).toBe('Ź');
  expect(initialsOf('word '.repeat(100_000))).toBe('WW');
});
