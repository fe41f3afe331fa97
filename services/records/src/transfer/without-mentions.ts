const mention = /@\[([^\n]{0,200}?)\]\(\d+\)/g;

/** A text in which nobody is mentioned: the ids of another site are those of other people here. */
export function withoutMentions(text: string): string {
  // What is left may make another one.
  for (let before = text; ;) {
    const after = before.replaceAll(mention, '@$1');
    if (after === before) return after;
    before = after;
  }
}
