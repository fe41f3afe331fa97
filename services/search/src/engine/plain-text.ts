const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};

/** The plain text of a comment's HTML, which contains only the entities and tags that the comments service permits. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br \/>/g, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
}
