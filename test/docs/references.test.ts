import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, dirname } from 'node:path';
import { expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url).pathname;
const sources = globSync(['{services,libs,tools,test}/**/*.{ts,mjs}', '*.mjs'], {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
});
const pages = globSync(['docs/**/*.md', '*.md'], { cwd: root });

const text = (file: string): string => readFileSync(root + file, 'utf8');

/** The anchors that GitHub generates for the headings of a page. */
const anchorsOf = (page: string): readonly string[] =>
  [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isThere(reference: string): boolean {
  const [page = '', anchor] = reference.split('#');
  return pages.includes(page) && (anchor === undefined || anchorsOf(page).includes(anchor));
}

test('comments refer to existing pages and headings', () => {
  const named = sources.flatMap((file) =>
    [...text(file).matchAll(/\bdocs\/[\w/-]+\.md(#[\w-]+)?/g)].map(([reference]) => `${file}: ${reference}`),
  );
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((each) => !isThere(each.split(': ')[1] ?? ''))).toEqual([]);
});

test.each(pages)('links of %s lead to existing pages and headings', (page) => {
  const links = [...text(page).matchAll(/\]\(((?:[\w./-]+\.md)?(?:#[^)]+)?)\)/g)].map(
    ([, link = '']) => link,
  );
  const targets = links.map((link) => (link.startsWith('#') ? page + link : join(dirname(page), link)));
  expect(
    targets
      .filter((target) => target.endsWith('.md') || target.includes('.md#'))
      .filter((each) => !each.startsWith('libs/') && !isThere(each)),
  ).toEqual([]);
});

test('no file refers to a document outside the repository', () => {
  const elsewhere = /\b[Ss]pec \d|\b[Ff]acts (of|about|have) |\b[Dd]ecisions, "/;
  const lines = [...sources, ...pages].flatMap((file) =>
    text(file)
      .split('\n')
      .map((line, at) => ({ line, where: `${file}:${at + 1}` })),
  );
  expect(lines.filter(({ line }) => elsewhere.test(line)).map(({ where }) => where)).toEqual([]);
});

/** The files that a page names, relative to the repository's root or the sources of a workspace. */
function namedFiles(page: string): string[] {
  const spans = [...text(page).matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => span.includes('/') && /^(?!src\/)[\w./-]+\.(ts|mjs)$/.test(span));
}

const folders = ['', ...globSync('{services,libs,tools}/*/src/', { cwd: root })];

test.each(pages)('%s names existing files', (page) => {
  const exists = (file: string) => folders.some((folder) => existsSync(`${root}${folder}/${file}`));
  expect(namedFiles(page).filter((file) => !exists(file))).toEqual([]);
});

test.each([
  ['create', 'internals/writing-a-record', 2],
  ['update', 'internals/writing-a-record', 3],
  ['get', 'internals/reading-a-record', 1],
  ['list', 'internals/lists', 1],
])('the steps of %s are in at most twelve files', (verb, page, column) => {
  const rows = text(`docs/${page}.md`)
    .split('\n')
    .map((line) => line.split('|').slice(1, -1));
  const files = rows
    .filter((cells) => cells[column]?.trim().startsWith('✓'))
    .map(([file = '']) => file.trim());
  expect(files).toContain(`\`operations/${verb}.ts\``);
  expect(files.length).toBeLessThanOrEqual(12);
});

test('the README has at most 100 lines and 8 KB', () => {
  const readme = text('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(101);
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8_192);
});
