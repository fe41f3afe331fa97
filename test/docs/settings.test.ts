import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { commonSettings } from '@svc/service-kit';
import { serviceSettings } from '../deploy/settings.ts';

const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** The names in the first column of the tables below a heading. */
function documented(heading: string): string[] {
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  );
}

const isCommon = (name: string) => name in commonSettings;
const namesOf = (...services: string[]) => [
  ...new Set(services.flatMap((service) => Object.keys(serviceSettings[service] ?? {}))),
];

test.each<[string, string[]]>([
  ['Every service', Object.keys(commonSettings)],
  ['gateway', namesOf('gateway').filter((name) => !isCommon(name))],
  [
    'records, comments, users, search',
    namesOf('records', 'comments', 'users', 'search').filter((name) => !isCommon(name)),
  ],
])('the page of settings has every setting of: %s', (heading, declared) => {
  expect(documented(heading).sort()).toEqual(declared.sort());
});
