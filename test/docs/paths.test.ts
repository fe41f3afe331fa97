import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url).pathname;
const sources = globSync('{services,libs,tools}/*/src/', { cwd: root });

/** The files that a page names, relative to the repository's root or the sources of a workspace. */
function namedFiles(page: string): string[] {
  const spans = [...page.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => span.includes('/') && /^(?!src\/)[\w./-]+\.(ts|mjs)$/.test(span));
}

function exists(file: string): boolean {
  return ['', ...sources].some((folder) => existsSync(`${root}${folder}/${file}`));
}

test.each(globSync(['docs/**/*.md', '*.md'], { cwd: root }))('%s names files that are there', (page) => {
  const text = readFileSync(root + page, 'utf8');
  expect(namedFiles(text).filter((file) => !exists(file))).toEqual([]);
});

test.each([
  ['create', 'writing-a-record', 2],
  ['update', 'writing-a-record', 3],
  ['get', 'reading-a-record', 1],
  ['list', 'list-query', 1],
])('the steps of %s stand in a dozen files at most', (verb, page, column) => {
  const rows = readFileSync(`${root}docs/${page}.md`, 'utf8')
    .split('\n')
    .map((line) => line.split('|').slice(1, -1));
  const files = rows
    .filter((cells) => cells[column]?.trim().startsWith('✓'))
    .map(([file = '']) => file.trim());
  expect(files).toContain(`\`operations/${verb}.ts\``);
  expect(files.length).toBeLessThanOrEqual(12);
});
