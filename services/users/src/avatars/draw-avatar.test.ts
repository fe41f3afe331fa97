import { expect, test } from '@jest/globals';
import { avatarColors, drawInitials, drawNobody } from './draw-avatar.ts';

test.each(avatarColors)('white text on %s has a contrast of at least 4.5', (color) => {
  expect(1.05 / (luminance(color) + 0.05)).toBeGreaterThanOrEqual(4.5);
});

test('the title of the picture is the initials only', () => {
  const drawn = drawInitials('MM', avatarColors[0]);
  expect(drawn).toContain('<title>MM</title>');
  expect(drawn).toContain('role="img"');
});

test.each(['<script>', '"/><a onload="x', "'&"])('%j is escaped in the picture', (hostile) => {
  const drawn = drawInitials(hostile, avatarColors[0]);
  expect(drawn.match(/<[a-z]+/g)).toEqual(['<svg', '<title', '<rect', '<text']);
  expect(drawn.replaceAll(/<[^>]*>/g, '')).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
});

test('the neutral picture has no text', () => {
  expect(drawNobody()).not.toMatch(/<(text|title)/);
});

/** Relative luminance by WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
