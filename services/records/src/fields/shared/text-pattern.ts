/** The pattern of texts that contain this one, ignoring case. */
export function containing(text: string): RegExp {
  return new RegExp(escaped(text), 'i');
}

/** The pattern of texts equal to this one, ignoring case. */
export function equalling(text: string): RegExp {
  return new RegExp(`^${escaped(text)}${atTheEnd}`, 'i');
}

/** The end of the text in a pattern. MongoDB's `$` also matches before a final line break. */
export const atTheEnd = String.raw`(?![\s\S])`;

/** Escapes a text for a pattern, also the null character, which would end the pattern on its way to the database. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}
