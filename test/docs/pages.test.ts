import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const docs = new URL('../../docs/', import.meta.url).pathname;
const allPages = globSync('*/*.md', { cwd: docs }).filter((page) => basename(page) !== 'README.md');
const decisions = allPages.filter((page) => page.startsWith('adr/'));
const pages = allPages.filter((page) => !page.startsWith('adr/'));

const text = (page: string): string => readFileSync(docs + page, 'utf8');

/** The words of a page, as `wc -w` counts them; of a page that code generates, those outside of its tables. */
function words(page: string): number {
  const lines = text(page).split('\n');
  const isGenerated = lines.some((line) => line.includes('generates this page'));
  const counted = isGenerated ? lines.filter((line) => !line.startsWith('|')) : lines;
  return counted
    .join('\n')
    .split(/\s+/)
    .filter((word) => word !== '').length;
}

const readers = [
  'users of the console',
  'client developers',
  'extension authors',
  'operators',
  'contributors',
  'people who choose',
];

describe.each(pages)('%s', (page) => {
  test('has at most 1,500 words', () => {
    expect(words(page)).toBeLessThanOrEqual(1500);
  });

  test('names its reader in the first sentence', () => {
    const [, first = ''] = text(page).split('\n\n');
    const sentence = first.split(/[:.](\s|$)/)[0] ?? '';
    expect(readers.filter((reader) => sentence.startsWith(`For ${reader}`))).toHaveLength(1);
    expect(readers.filter((reader) => sentence.includes(reader))).toHaveLength(1);
  });
});

describe.each(decisions)('%s', (page) => {
  test('has at most 550 words: one page', () => {
    expect(words(page)).toBeLessThanOrEqual(550);
  });

  test('has a decision, its reasons and its costs', () => {
    const headings = [...text(page).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
    expect(headings).toEqual(['Decision', 'Reasons', 'Costs']);
  });
});
