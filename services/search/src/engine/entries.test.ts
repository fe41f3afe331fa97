import { expect, test } from '@jest/globals';
import { recordEntry } from './entries.ts';

const longWords = Array.from({ length: 15_500 }, (_unused, place) => `${place}`.padStart(12, 'q').repeat(5));
const endless = longWords.join(' ');

function entryOf(name: string, texts: string[]) {
  return recordEntry({
    _id: 1,
    version: 1,
    postType: 'contacts',
    name,
    mark: 'x',
    texts: texts.map((text) => ({ field: 'notes', text })),
    visibility: { shared_with: [3], type: '', sources: [] },
  });
}

test('the entry of a record with many long texts is bounded', () => {
  const entry = entryOf(endless, Array<string>(14).fill(endless));
  expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(1_500_000);
});

test('each text has its word endings at the same position', () => {
  const entry = entryOf('Ann', ['alpha', endless, 'beta']);
  expect(entry.texts).toEqual(['alpha', endless.slice(0, 40_000), 'beta']);
  expect(entry.text_ends).toEqual(['lpha pha', expect.stringContaining('qq'), 'eta']);
});
