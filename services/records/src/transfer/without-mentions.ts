const mention = /@\[([^\n]{0,200}?)\]\(\d+\)/g;

/** Maximum nesting depth of mentions that is resolved; nobody nests them deeper by mistake. */
const maxPasses = 3;

/** Removes mentions from a text: ids of users at another site belong to other people here. */
export function withoutMentions(text: string): string {
  let named = text;
  // Removing a mention may leave another one.
  for (let pass = 0; pass < maxPasses && named.search(mention) >= 0; pass += 1) {
    named = named.replaceAll(mention, '@$1');
  }
  return named.search(mention) < 0 ? named : named.replaceAll('@[', '@ [');
}
