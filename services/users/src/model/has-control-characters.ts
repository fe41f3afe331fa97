/** Whether a text has characters that are none: line ends among them, which a name does not have. */
export function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
