/** A text on one line, cut to so many characters. */
export function oneLine(text: string, longest: number): string {
  const characters = [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()];
  if (characters.length <= longest) return characters.join('');
  return `${characters.slice(0, longest - 1).join('')}…`;
}
