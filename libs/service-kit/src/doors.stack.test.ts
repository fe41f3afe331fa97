import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

const script = `
await import('@svc/service-kit');
const { cache } = (await import('node:module')).createRequire(import.meta.url);
const packages = Object.keys(cache).map((file) => file.split('/node_modules/')[1]?.split('/')[0]);
console.log(JSON.stringify([...new Set(packages)]));`;

test('the main entry of service-kit does not load packages for the database or the HTTP client', () => {
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const packages = JSON.parse(loaded) as string[];
  expect(packages).toContain('nats');
  expect(packages.filter((name) => ['mongoose', 'undici', 'sanitize-html'].includes(name))).toEqual([]);
});
