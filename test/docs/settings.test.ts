import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { commonSettings, loadConfig } from '@svc/service-kit';
import { serviceSettings } from '@svc/launcher/settings';
import { pageSections, pageTable } from './page-table.ts';

const running = await readFile(
  new URL('../../docs/operations/running-a-service.md', import.meta.url),
  'utf8',
);

/** The names in the first column of the table below a heading. */
const documented = (page: string, heading: string) =>
  pageTable(`reference/${page}.md`, heading).rows.flatMap(([names]) => names?.match(/\b[A-Z]\w+/g) ?? []);

/** The headings of a page with a table of settings. */
const sectionsOf = (page: string) =>
  pageSections(`reference/${page}.md`).filter((heading) => documented(page, heading).length > 0);

const isCommon = (name: string) => name in commonSettings;
const namesOf = (...services: string[]) => [
  ...new Set(services.flatMap((service) => Object.keys(serviceSettings[service] ?? {}))),
];

const ownNames = (...services: string[]) => namesOf(...services).filter((name) => !isCommon(name));

test.each<[string, string[]]>([
  ['Every service', Object.keys(commonSettings)],
  ['gateway', ownNames('gateway')],
])('the page of settings lists every setting of %s', (heading, declared) => {
  expect(documented('settings', heading).sort()).toEqual(declared.sort());
});

test.each(['records', 'comments', 'users', 'search'])(
  'the pages of the settings of services list exactly the settings of %s',
  (service) => {
    const names = ['service-settings', 'login-settings'].flatMap((page) =>
      sectionsOf(page)
        .filter((heading) => heading.includes(service))
        .flatMap((heading) => documented(page, heading)),
    );
    expect(names.sort()).toEqual(ownNames(service).sort());
  },
);

/** The settings of the command that starts a service. */
function settingsOf(service: string): Record<string, string> {
  const command = running.split('\n\n').find((part) => part.includes(`node services/${service}/src/main.ts`));
  const settings = [...(command ?? '').matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)];
  return Object.fromEntries(settings.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

test.each(Object.entries(serviceSettings))(
  'the command that starts %s has every required setting and no unknown one',
  (service, declared) => {
    const given = settingsOf(service);
    expect(() => loadConfig(declared, given)).not.toThrow();
    expect(Object.keys(declared)).toEqual(expect.arrayContaining(Object.keys(given)));
  },
);
