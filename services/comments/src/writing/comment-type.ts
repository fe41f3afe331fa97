/** Maximum length of a type, which is free text; the rest is cut off. */
const maxTypeLength = 20;

/** The type of a comment, by default `comment`. */
export function commentType(sent: string | undefined): string {
  return [...(sent ?? '')].slice(0, maxTypeLength).join('').toWellFormed() || 'comment';
}
