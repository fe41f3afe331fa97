/** `@[<name>](<user id>)`; a name is short. */
const mention = /@\[[^\n]{0,200}?\]\(([1-9]\d{0,14})\)/g;

/** The users whom a text mentions, each once, in their order; nobody in a comment of which nobody is to be told. */
export function mentionedIn(text: string, { silent = false } = {}): number[] {
  if (silent) return [];
  return [...new Set([...text.matchAll(mention)].map(([, userId]) => Number(userId)))];
}
