import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { commonSettings, type Settings } from '@svc/service-kit';
import { commentsSettings } from '../../services/comments/src/config.ts';
import { gatewaySettings } from '../../services/gateway/src/config.ts';
import { recordsSettings } from '../../services/records/src/config.ts';
import { searchSettings } from '../../services/search/src/config.ts';
import { usersSettings } from '../../services/users/src/config.ts';

const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8');

/** The names in the first column of the tables below a heading. */
function documented(heading: string): string[] {
  const section = page.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  );
}

const names = (...settings: Settings[]) => [...new Set(settings.flatMap((each) => Object.keys(each)))].sort();

test.each<[string, string[]]>([
  ['Every service', names(commonSettings)],
  ['gateway', names(gatewaySettings)],
  [
    'records, comments, users, search',
    names(recordsSettings, commentsSettings, usersSettings, searchSettings),
  ],
])('the page of settings has every setting of: %s', (heading, declared) => {
  expect(documented(heading).sort()).toEqual(declared);
});
