import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { commonSettings, loadConfig } from '@svc/service-kit';
import { serviceSettings } from '../../tools/launcher/src/service-settings.ts';
import { pageTable } from './page-table.ts';

const running = await readFile(
  new URL('../../docs/operations/running-a-service.md', import.meta.url),
  'utf8',
);

/** The names in the first column of the table below a heading. */
const documented = (heading: string) =>
  pageTable('reference/settings.md', heading).rows.flatMap(([names]) => names?.match(/\b[A-Z]\w+/g) ?? []);

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

/** The settings of the command that starts a service. */
function settingsOf(service: string): Record<string, string> {
  const command = running.split('\n\n').find((part) => part.includes(`node services/${service}/src/main.ts`));
  const settings = [...(command ?? '').matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)];
  return Object.fromEntries(settings.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

test.each(Object.entries(serviceSettings))(
  'the command that starts %s has every setting that it needs, and none that it does not know',
  (service, declared) => {
    const given = settingsOf(service);
    expect(() => loadConfig(declared, given)).not.toThrow();
    expect(Object.keys(declared)).toEqual(expect.arrayContaining(Object.keys(given)));
  },
);
