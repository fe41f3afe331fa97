import { escapeHtml } from '@svc/service-kit';

/** Backgrounds dark enough for white text: WCAG asks for a contrast of 4.5. */
export const avatarColors = [
  '#b3261e',
  '#9c4221',
  '#7a5200',
  '#4f6400',
  '#1e6b2e',
  '#00695c',
  '#00658f',
  '#2456b8',
  '#4a48c4',
  '#7036b5',
  '#962a8c',
  '#a82a5c',
] as const;

const neutralColor = '#5f6368';

/** A square with the initials of a user. Any text is safe: what SVG reads as markup is written as text. */
export function drawInitials(initials: string, color: string): string {
  const text = escapeHtml(initials);
  return svg(
    `<title>${text}</title>`,
    `<rect width="80" height="80" fill="${color}"/>`,
    '<text x="40" y="41" fill="#fff" font-family="system-ui, \'Segoe UI\', Roboto, \'Noto Sans\', sans-serif" ' +
      `font-size="32" font-weight="500" text-anchor="middle" dominant-baseline="central">${text}</text>`,
  );
}

/** A square with the outline of a person, for a user without initials and for an address that names nobody. */
export function drawNobody(): string {
  return svg(
    `<rect width="80" height="80" fill="${neutralColor}"/>`,
    '<g fill="#fff"><circle cx="40" cy="31" r="14"/><path d="M12 76a28 26 0 0 1 56 0z"/></g>',
  );
}

function svg(...parts: readonly string[]): string {
  const size = 'width="80" height="80" viewBox="0 0 80 80"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">${parts.join('')}</svg>\n`;
}
