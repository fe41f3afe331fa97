const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML that shows it as it is, in attributes too. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** A text as HTML that keeps its direction, whatever the direction of the sentence around it. */
export function isolatedHtml(text: string): string {
  return text === '' ? '' : `<bdi>${escapeHtml(text)}</bdi>`;
}
