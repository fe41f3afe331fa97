import { normalized } from '@svc/service-kit';

/** Accents and optional vowels of all scripts, except marks that change a kana letter; nukta and tatweel. */
const marks = /(?![\u3099\u309A])\p{Script=Inherited}|[\u093C\u0640]/gu;

/** Interchangeable letters that Unicode does not unify: from keyboards of other languages, or with a stroke. */
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
 * The searchable form of a text: without case and accents, with one letter for interchangeable ones and the digits 0 to
 * 9. The engine folds some of this itself; for the rest, index and query are folded in the same way.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  const letters = normalized(text, 'NFKD').replaceAll(marks, '').replaceAll(digits, plainDigit);
  // First to upper case, which has one form for letters with two lower-case forms (ß, ı).
  const lower = letters.toUpperCase().toLowerCase();
  return normalized(
    lower.replaceAll(variant, (letter) => variants[letter] ?? letter),
    'NFC',
  );
}

/** The ASCII digit; the digits of every script have consecutive code points. */
function plainDigit(each: string): string {
  const code = each.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && digit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}
