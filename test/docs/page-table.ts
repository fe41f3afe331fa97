import { readFileSync } from 'node:fs';

const textOf = (page: string) => readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');

/** The headings of the sections of a page in docs/. */
export const pageSections = (page: string): string[] =>
  [...textOf(page).matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** The table of a section of a page in docs/: its heading and its rows, cell by cell, without the marks of code. */
export function pageTable(page: string, section: string): { heading: string[]; rows: string[][] } {
  const found =
    textOf(page)
      .split('\n## ')
      .find((part) => part.startsWith(`${section}\n`)) ?? '';
  const [heading = [], , ...rows] = found
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
  return { heading, rows };
}
