/** The pattern of texts that contain this one, whatever the case. */
export function containing(text: string): RegExp {
  return new RegExp(escaped(text), 'i');
}

/** The pattern of texts that are this one, whatever the case. */
export function equalling(text: string): RegExp {
  return new RegExp(`^${escaped(text)}${atTheEnd}`, 'i');
}

/** In a pattern: behind it there is nothing. MongoDB takes `$` for the place before a last line break, too. */
export const atTheEnd = String.raw`(?![\s\S])`;

/** A text in which nothing has a meaning to a pattern, nor ends it, as a null character would on its way to the database. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}
