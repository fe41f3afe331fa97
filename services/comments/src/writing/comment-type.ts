/** Types are free text; this many characters of one are kept. */
const maxTypeLength = 20;

/** The type of a comment: `comment` unless it is sent another. */
export function commentType(sent: string | undefined): string {
  return [...(sent ?? '')].slice(0, maxTypeLength).join('').toWellFormed() || 'comment';
}
