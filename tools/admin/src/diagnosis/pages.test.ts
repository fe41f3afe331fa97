import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { degradedStates } from '@svc/contracts';
import { rules } from './diagnose.ts';

/** The rows of the table of findings on a page. */
function documentedOn(name: string): string[][] {
  const page = readFileSync(new URL(`../../../../docs/operations/${name}.md`, import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| ([^|]+) \| ([^|]+) \|/gm)];
  return rows.map(([, ...row]) => row);
}

test('docs/operations/findings.md has the severity and remedy of every finding, and no other findings', () => {
  const others = Object.entries(rules).filter(([code]) => !(code in degradedStates));
  expect(documentedOn('findings').map(([code, severity, , todo]) => [code, severity, todo])).toEqual(
    others.map(([code, { severity, todo }]) => [code, severity, todo]),
  );
});

test('docs/operations/degraded.md has every state of the table, and no others', () => {
  expect(documentedOn('degraded')).toEqual(
    Object.entries(degradedStates).map(([state, { severity, meaning, remedy }]) => [
      state,
      severity,
      meaning,
      remedy,
    ]),
  );
});
