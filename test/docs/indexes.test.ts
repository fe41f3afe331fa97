import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from '@jest/globals';

const docs = new URL('../../docs/', import.meta.url).pathname;
const text = (page: string): string => readFileSync(docs + page, 'utf8');

const folders = ['guides', 'reference', 'operations', 'internals', 'adr'];
const pages = globSync('*/*.md', { cwd: docs }).filter((page) => basename(page) !== 'README.md');

/** The pages that the rows of a table name in their first cell. */
const listedIn = (page: string): string[] =>
  [...text(page).matchAll(/^\| \[.+?\]\(([\w./-]+)\) \| .+ \|$/gm)].map(([, link = '']) => link);

test('every page of docs/ is in one of the five folders', () => {
  expect(new Set(pages.map((page) => dirname(page)))).toEqual(new Set(folders));
  expect(globSync('*.md', { cwd: docs })).toEqual(['README.md']);
});

test.each(folders)('docs/README.md links to the index of %s', (folder) => {
  expect(text('README.md')).toContain(`](${folder}/README.md`);
});

test.each(folders)('the index of %s lists each of its pages once with a description', (folder) => {
  const ofFolder = pages.filter((page) => dirname(page) === folder).map((page) => basename(page));
  expect(listedIn(`${folder}/README.md`).sort()).toEqual(ofFolder.sort());
});

test.each(folders)('the index of %s fits on a screen', (folder) => {
  expect(text(`${folder}/README.md`).split('\n').length).toBeLessThanOrEqual(60);
});
