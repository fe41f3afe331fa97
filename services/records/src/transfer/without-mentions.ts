const mention = /@\[([^\n]{0,200}?)\]\(\d+\)/g;

/** Mentions in mentions that are deeper than this are nothing that anybody wrote by mistake. */
const maxPasses = 3;

/** A text in which nobody is mentioned: the ids of another site are those of other people here. */
export function withoutMentions(text: string): string {
  let named = text;
  // What is left may make another one.
  for (let pass = 0; pass < maxPasses && named.search(mention) >= 0; pass += 1) {
    named = named.replaceAll(mention, '@$1');
  }
  return named.search(mention) < 0 ? named : named.replaceAll('@[', '@ [');
}
