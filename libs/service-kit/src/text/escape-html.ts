import { withoutControls } from './control-characters.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Escapes a text for HTML and SVG, quoted attributes included, and removes control characters: the one function for mails, pages, notes and
 * pictures.
 */
export function escapeHtml(text: string): string {
  return withoutControls(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Escapes a text for HTML and isolates its text direction from the sentence around it. */
export function isolatedHtml(text: string): string {
  return text === '' ? '' : `<bdi>${escapeHtml(text)}</bdi>`;
}
