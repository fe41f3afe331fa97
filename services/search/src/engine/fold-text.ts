import { normalized } from '@svc/service-kit';

/** Marks of no script (accents, vowels that may be left out) but those that make other letters of kana; dots under Devanagari. */
const marks = /(?![\u3099\u309A])\p{Script=Inherited}|[\u093C\u0640]/gu;

/** Letters that stand for one another and that Unicode keeps apart: from keyboards of other languages, or with a stroke. */
const variants: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ک: 'ك',
  ة: 'ه',
  ۀ: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
  'ँ': 'ं',
};
const variant = new RegExp(Object.keys(variants).join('|'), 'gu');
const plain = /^[\x20-\x7e]*$/;
const digit = /\p{Nd}/u;
const digits = /\p{Nd}/gu;

/**
 * The form of a text in which it is looked for: without case and accents, with one letter for those that are written for one another, and with
 * the digits 0 to 9. The engine folds some of this too; what it does not is found because index and query are folded alike.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const letters = normalized(text, 'NFKD').replaceAll(marks, '').replaceAll(digits, plainDigit);
  // Upper case first: it knows one form of letters that have two (ß, ı).
  const lower = letters.toUpperCase().toLowerCase();
  return normalized(
    lower.replaceAll(variant, (letter) => variants[letter] ?? letter),
    'NFC',
  );
}

/** The digits of a script follow one another. */
function plainDigit(each: string): string {
  const code = each.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
