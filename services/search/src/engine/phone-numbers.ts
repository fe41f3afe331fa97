import { foldText } from './fold-text.ts';

/** Separators within telephone numbers. */
const between = String.raw`\s().\/\-\u2010-\u2015`;
const inText = new RegExp(String.raw`\+?\(?\+?\d[\d${between}]*\d`, 'g');
const alone = new RegExp(String.raw`^[+\d${between}]+$`);

/** A zero that is only dialled without the country code. */
const trunkZero = /\(0\)/g;

/** Shorter numbers are not telephone numbers. */
const minDigits = 5;
const minNationalDigits = 6;
const minInternationalDigits = 11;

/** Country codes of one and of two digits; all others have three (ITU-T E.164). */
const oneDigit = ['1', '7'];
const twoDigits =
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  );

/** The telephone numbers in a text as digits only, without the prefix for international calls. */
export function phoneNumbers(text: string): string[] {
  const found = foldText(text).match(inText) ?? [];
  return found.map(digitsOf).filter((digits) => digits.length >= minDigits);
}

/**
 * The forms of a telephone number that may be stored, since numbers are stored as they were written: its digits, and
 * the digits without country code and leading zero. Empty when the text is not a telephone number.
 */
export function phoneForms(text: string): string[] {
  const number = foldText(text).trim();
  const digits = digitsOf(number);
  if (!alone.test(number) || digits.length < minDigits) return [];
  const isAbroad = /^[\s(]*(?:\+|00)/.test(number);
  const hasCode = isAbroad || (!digits.startsWith('0') && digits.length >= minInternationalDigits);
  const national = (hasCode ? withoutCode(digits) : digits).replace(/^0+/, '');
  return [...new Set([digits, ...(national.length >= minNationalDigits ? [national] : [])])];
}

function digitsOf(number: string): string {
  const digits = number.replaceAll(trunkZero, '').replaceAll(/\D/g, '');
  return digits.replace(/^00/, '');
}

function withoutCode(digits: string): string {
  if (oneDigit.includes(digits.slice(0, 1))) return digits.slice(1);
  return digits.slice(twoDigits.includes(digits.slice(0, 2)) ? 2 : 3);
}
