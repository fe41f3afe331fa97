import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { problemOf } from '@svc/testing';
import { commonSettings, storeSettings } from './common-settings.ts';
import { ConfigError, loadConfig, type Settings } from './load-config.ts';
import { address, commaList, port, toggle } from './setting-types.ts';

function problemsOf(settings: Settings, env: NodeJS.ProcessEnv): string {
  const problem = problemOf(() => loadConfig(settings, env));
  expect(problem).toBeInstanceOf(ConfigError);
  return (problem as ConfigError).message;
}

test('the error lists all invalid settings with their problems', () => {
  const message = problemsOf(commonSettings, { NATS_URL: 'bus:4222', OPS_PORT: '99999', LOG_LEVEL: 'loud' });
  expect(message.split('\n').map((line) => line.split(':')[0]?.trim())).toEqual([
    'The configuration is invalid',
    'NATS_URL',
    'KEYRING_FILE',
    'OPS_PORT',
    'LOG_LEVEL',
  ]);
  expect(message).toContain('must be an address such as nats://');
  expect(message).toContain('(received "99999")');
});

test.each([undefined, '', '  '])(
  'a required setting with the value %j is reported as not set',
  (KEYRING_FILE) => {
    const message = problemsOf(commonSettings, { NATS_URL: 'nats://bus', KEYRING_FILE });
    expect(message).toContain('KEYRING_FILE: is not set - file with this service’s private key');
  },
);

test('the error does not contain credentials of URLs', () => {
  const env = { MONGODB_URL: 'postgres://svc:hush@db', NATS_URL: 'http://svc:hush@bus' };
  const message = problemsOf({ ...commonSettings, ...storeSettings }, env);
  expect(message).toContain('MONGODB_URL: must be an address such as mongodb://');
  expect(message).toContain('NATS_URL: must be an address such as nats://');
  expect(message).not.toContain('hush');
});

test.each([
  ['mongodb://db/svc?readPreference=secondary', false],
  ['mongodb://a,b/svc?replicaSet=svc&readpreference=primaryPreferred', false],
  ['mongodb://db/svc?readPreference=primary', true],
  ['mongodb://db/svc?readPreference=primary&replicaSet=svc', true],
])('a read preference other than primary is refused: %s', (MONGODB_URL, isTaken) => {
  if (isTaken) expect(loadConfig(storeSettings, { MONGODB_URL })).toEqual({ MONGODB_URL });
  else expect(problemsOf(storeSettings, { MONGODB_URL })).toContain('readPreference other than primary');
});

test('an absent, empty or blank setting has its default', () => {
  for (const OPS_PORT of [undefined, '', '  ']) {
    const config = loadConfig(commonSettings, { NATS_URL: ' nats://bus ', KEYRING_FILE: 'k', OPS_PORT });
    expect(config).toEqual({
      NATS_URL: 'nats://bus',
      KEYRING_FILE: 'k',
      OPS_PORT: 9464,
      OPS_HOST: '127.0.0.1',
      DRAIN_DELAY_MS: 5_000,
      EVENT_RETENTION_DAYS: 7,
      LOG_LEVEL: 'info',
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
  }
});

test('other environment variables are not in the configuration', () => {
  expect(loadConfig({ A: { meaning: 'a', schema: z.string() } }, { A: '1', B: '2' })).toEqual({ A: '1' });
});

test('a port must be an integer from 0 to 65535', () => {
  const settings = { P: { meaning: 'a port', schema: port } };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), (number) => {
      expect(loadConfig(settings, { P: String(number) }).P).toBe(number);
    }),
  );
  const other = fc.oneof(
    fc.integer({ min: 65_536 }).map(String),
    fc.integer({ max: -1 }).map(String),
    fc.double({ noInteger: true }).map(String),
    fc.constantFrom('x', '80a', 'true', 'NaN', 'Infinity', '0x50', '1e3', '8 0'),
  );
  fc.assert(fc.property(other, (text) => problemsOf(settings, { P: text }).includes('P:')));
});

test('a list is split at commas, without white space and empty items', () => {
  const settings = { L: { meaning: 'a list', schema: commaList.default([]) } };
  const part = fc.stringMatching(/^[a-z@/.][a-z@/. ]*[a-z@/.]$/);
  const blanks = fc.constantFrom('', ' ', '\t', ' ,', ',,');
  fc.assert(
    fc.property(fc.array(fc.tuple(blanks, part, blanks)), (parts) => {
      const text = parts
        .map(([before, value, after]) => `${before}${value}${after.replace(',', '')}`)
        .join(',');
      expect(loadConfig(settings, { L: text }).L).toEqual(parts.map(([, value]) => value));
    }),
  );
});

test('a toggle must be true, 1, false or 0', () => {
  const settings = { T: { meaning: 'a toggle', schema: toggle } };
  const read = (T: string) => loadConfig(settings, { T }).T;
  expect(['true', '1', 'false', '0'].map(read)).toEqual([true, true, false, false]);
  for (const T of ['yes', 'TRUE', '2', 'on'])
    expect(problemsOf(settings, { T })).toContain(`T: must be true or false (received "${T}")`);
});

test.each(['mongodb://a:1,b:2/svc?replicaSet=rs', 'mongodb+srv://cluster.test/svc'])(
  '%s is a valid address',
  (A) => {
    const settings = { A: { meaning: 'a', schema: address('mongodb', 'mongodb+srv') } };
    expect(loadConfig(settings, { A })).toEqual({ A });
  },
);
