import { expect, test } from '@jest/globals';
import { foldText } from './fold-text.ts';

test.each([
  ['accents and case', 'ÉLODIE Ünï', 'elodie uni'],
  ['a sharp s', 'Weiß', 'WEISS'],
  ['letters with a stroke', 'Łukasz Østergård Đorđe', 'lukasz ostergard dorde'],
  ['ligatures', 'Æsa Œuvre', 'aesa oeuvre'],
  ['Turkish letters', 'Işık İnci', 'isik inci'],
  ['the Cyrillic io', 'Алёна', 'алена'],
  ['the end of Greek words', 'Γιώργος', 'ΓΙΩΡΓΟΣ'],
  ['Arabic vowels and carriers', 'مُحَمَّد أحمد', 'محمد احمد'],
  ['the lengthening of Arabic words', 'محـــمد', 'محمد'],
  ['Persian and Arabic letters', 'علی کریمی', 'علي كريمي'],
  ['the end of Arabic words', 'فاطمة موسى', 'فاطمه موسي'],
  ['digits of all scripts', '٠١٢ ۳۴۵ ०१२ ３４', '012 345 012 34'],
  ['dots under Devanagari letters', 'ज़ैनब', 'जैनब'],
])('texts that differ in %s are folded to the same text', (_what, one, other) => {
  expect(foldText(one)).toBe(foldText(other));
});

test.each([
  ['Hangul', '김철수'],
  ['kana that differ by their mark', 'ながの'],
  ['vowels of Indian scripts', 'किशोर'],
  ['vowels of Thai', 'สมชาย'],
])('folding keeps %s', (_what, text) => {
  expect(foldText(text)).toBe(text.normalize('NFC'));
});
