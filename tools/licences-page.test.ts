import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { licenceProblems } from './check-dependencies.ts';
import { licencesPage } from './licences-page.ts';

const root = join(import.meta.dirname, '..');

test('docs/licences.md has every package of the lockfile; after a change: node tools/licences-page.ts', () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(licencesPage(root));
});

test('no package has a licence that is not permitted', () => {
  expect(licenceProblems(root)).toEqual([]);
});
