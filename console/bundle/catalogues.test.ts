import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from '@jest/globals';

const root = new URL('..', import.meta.url).pathname;
const read = (file: string): string => readFileSync(root + file, 'utf8');

/** The texts in calls of `t`, which are written in single quotes. */
const texts = new Set(
  globSync('src/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\bt\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, text = '']) => text),
  ),
);

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
const catalogues = globSync('catalogues/*.json', { cwd: root });

test('there is a catalogue for each language of the service', () => {
  const ofService = globSync('../libs/language/catalogues/*.json', { cwd: root }).map((file) =>
    basename(file),
  );
  expect(catalogues.map((file) => basename(file)).sort()).toEqual(
    ofService.filter((name) => name !== 'en_US.json').sort(),
  );
});

test.each(catalogues)('%s translates every text of the console and no other, with all values', (file) => {
  const catalogue = JSON.parse(read(file)) as Record<string, string>;
  expect(Object.keys(catalogue).sort()).toEqual([...texts].sort());
  for (const [text, translated] of Object.entries(catalogue)) {
    expect(translated.trim()).not.toBe('');
    expect([text, placeholders(translated)]).toEqual([text, placeholders(text)]);
  }
});
