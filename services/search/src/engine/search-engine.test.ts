import { expect, test } from '@jest/globals';
import { payloads } from './search-engine.ts';

const large = 'x'.repeat(50);
const line = (text: string) => `${JSON.stringify({ text })}\n`;

test.each([
  ['nothing for nothing', [], []],
  ['one body for what fits', ['a', 'b'], [line('a') + line('b')]],
  ['another body for what does not', ['a', 'b', 'c'], [line('a') + line('b'), line('c')]],
  ['bytes, not characters', ['a', '🙂'], [line('a'), line('🙂')]],
  ['a body of its own for what is too large', ['a', large, 'b'], ['a', large, 'b'].map(line)],
  ['lines that end where the entry ends', ['a\nb'], [line('a\nb')]],
])('there is %s', (_what, texts, bodies) => {
  const entries = texts.map((text) => ({ text }));
  expect([...payloads(entries, 2 * line('a').length)]).toEqual(bodies);
});
