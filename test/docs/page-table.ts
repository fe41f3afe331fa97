import { readFileSync } from 'node:fs';

/** The table of a section of a page in docs/: its heading and its rows, cell by cell, without the marks of code. */
export function pageTable(page: string, section: string): { heading: string[]; rows: string[][] } {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const found = text.split('\n## ').find((part) => part.startsWith(section)) ?? '';
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
