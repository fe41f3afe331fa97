import { expect, test } from '@jest/globals';
import { payloads } from './search-engine.ts';

const large = 'x'.repeat(50);
const line = (text: string) => `${JSON.stringify({ text })}\n`;

test.each([
  ['no body for no entries', [], []],
  ['one body for entries that fit', ['a', 'b'], [line('a') + line('b')]],
  ['another body for entries beyond the limit', ['a', 'b', 'c'], [line('a') + line('b'), line('c')]],
  ['a limit of bytes, not characters', ['a', '🙂'], [line('a'), line('🙂')]],
  ['a separate body for an oversized entry', ['a', large, 'b'], ['a', large, 'b'].map(line)],
  ['one line per entry', ['a\nb'], [line('a\nb')]],
])('entries are sent in bodies: %s', (_what, texts, bodies) => {
  const entries = texts.map((text) => ({ text }));
  expect([...payloads(entries, 2 * line('a').length)]).toEqual(bodies);
});
