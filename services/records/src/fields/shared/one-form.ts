/** Longer texts are compared by their beginning: the database finds them in an index. */
const longest = 200;

/** Digits with what people write between them. */
const phone = /^\+?[\d\s().\/-]+$/;

/** Shorter numbers are no phone numbers, and say little as they are. */
const minDigits = 5;

/**
 * The one form of a value that may be written in several ways: phone numbers without what stands between their digits and
 * with `+` for a leading `00`; everything else without case and with single spaces. "" for a value that says nothing.
 */
export function oneForm(value: string): string {
  const text = value.trim();
  const digits = text.replaceAll(/\D/g, '');
  if (phone.test(text) && digits.length >= minDigits)
    return `${text.startsWith('+') ? '+' : ''}${digits}`.replace(/^00/, '+').slice(0, longest);
  return text.toLowerCase().replaceAll(/\s+/g, ' ').slice(0, longest);
}
