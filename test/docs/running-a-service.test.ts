import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { loadConfig } from '@svc/service-kit';
import { serviceSettings } from '../deploy/settings.ts';

const page = await readFile(new URL('../../docs/running-a-service.md', import.meta.url), 'utf8');

/** The settings of the command that starts a service. */
function settingsOf(service: string): Record<string, string> {
  const command = page.split('\n\n').find((part) => part.includes(`node services/${service}/src/main.ts`));
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
