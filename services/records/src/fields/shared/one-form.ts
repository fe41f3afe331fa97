/** Longer texts are compared by their beginning, because the forms are kept in an index. */
const longest = 200;

/** A phone number: digits, and the characters that people write between them. */
const phone = /^\+?[\d\s().\/-]+$/;

/** Numbers with fewer digits are not treated as phone numbers. */
const minDigits = 5;

/**
 * The normal form of a value that can be written in several ways: phone numbers as digits, with `+` for a leading `00`;
 * everything else in lower case with single spaces. "" for a blank value.
 */
export function oneForm(value: string): string {
  const text = value.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (phone.test(text) && digits.length >= minDigits)
    return `${text.startsWith('+') ? '+' : ''}${digits}`.replace(/^00/, '+').slice(0, longest);
  return text.toLowerCase().replaceAll(/\s+/g, ' ').slice(0, longest);
}
