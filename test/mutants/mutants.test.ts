import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { withMutant } from './mutant.ts';
import { mutants } from './mutants.ts';

const root = join(import.meta.dirname, '../..');
const suites = globSync('{libs,services,tools,test}/**/*.test.ts', { cwd: root });

test('there are sixty mutants with distinct rules', () => {
  expect(mutants).toHaveLength(60);
  expect(new Set(mutants.map(({ rule }) => rule)).size).toBe(60);
});

test.each(mutants)('the replaced text of the mutant occurs once in $file: $rule', (mutant) => {
  const text = readFileSync(join(root, mutant.file), 'utf8');
  expect([undefined, text]).not.toContain(withMutant(text, mutant));
});

test.each(mutants)('each pattern of $killedBy matches a suite: $rule', ({ killedBy }) => {
  const missing = killedBy.filter((pattern) => !suites.some((suite) => new RegExp(pattern).test(suite)));
  expect(missing).toEqual([]);
  expect(killedBy.length).toBeGreaterThan(0);
});
