/** `@[<name>](<user id>)`, with a name of at most 200 characters. */
const mention = /@\[[^\n]{0,200}?\]\(([1-9]\d{0,14})\)/g;

/** The ids of the users mentioned in a text, each once, in order; none for a silent comment. */
export function mentionedIn(text: string, { silent = false } = {}): number[] {
  if (silent) return [];
  return [...new Set([...text.matchAll(mention)].map(([, userId]) => Number(userId)))];
}
