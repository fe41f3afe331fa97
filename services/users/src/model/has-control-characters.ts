/** Whether a text contains control characters, line breaks included; no name may. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
