/** Control characters except tab and line breaks, the line separators of Unicode, and those that change the direction of the text after them. */
const controls = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

const isLayout = (character: string) => /[\t\n\r]/.test(character);

/**
 * A text without control characters, for mails and pages: a terminal or mail client would obey them, and a name with U+202E would show the rest
 * of its sentence backwards. Tabs and line breaks stay.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(controls, (character) => (isLayout(character) ? character : ''));
}

/** The same on one line: line breaks and other controls become a space. For names in sentences and headers. */
export function onOneLine(text: string): string {
  return withoutControls(text.replaceAll(/[\s\p{Cc}]+/gu, ' ')).trim();
}

/** A text with control characters in the notation of JSON (`\u001b`), for logs and terminals. Tabs and line breaks stay. */
export function withVisibleControls(text: string): string {
  return text.replaceAll(controls, (character) => (isLayout(character) ? character : notation(character)));
}

/** The same on one line: line breaks and tabs become visible too. */
export function onOneVisibleLine(text: string): string {
  return text.replaceAll(controls, notation);
}

function notation(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
