import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readBenchConfig } from './config.ts';

test.each([
  [['--records', '499999'], false],
  [['--records', '500000'], true],
  [['--records', '2000', '--small'], true],
])('the contacts generated with %j are small: %j', (args, small) => {
  expect(readBenchConfig(args, {})).toMatchObject({ small });
});

test('all options are read from the arguments', () => {
  const args =
    '--records 2000 --only get,list --seconds 0.5 --warm-up 2.5 --json --profile records,gateway --instances users=2 --data /data';
  expect(readBenchConfig(args.split(' '), {})).toMatchObject({
    records: 2000,
    only: ['get', 'list'],
    seconds: 0.5,
    warmUp: 2.5,
    json: true,
    profile: ['records', 'gateway'],
    instances: { users: 2 },
    dataDir: '/data',
  });
});

test('each side of a row is warmed up for fifteen seconds by default', () => {
  expect(readBenchConfig([], {})).toMatchObject({ warmUp: 15 });
});

test('a checkout to measure beside this one needs its own packages', () => {
  const root = join(import.meta.dirname, '../../..');
  expect(readBenchConfig(['--beside', root], {}).beside).toBe(root);
  expect(() => readBenchConfig(['--beside', join(root, 'tools')], {})).toThrow(
    '/tools must be a checkout of this repository in which npm install has run',
  );
});

test('the error lists all invalid options', () => {
  const args = ['--records', 'many', '--rounds', '1.5', '--profile', 'mongodb', '--instances', '0'];
  expect(() => readBenchConfig(args, {})).toThrow(
    [
      'These options are wrong:',
      '--records must be a whole number of at least 200',
      '--profile mongodb: the services are gateway, records, comments, users, search',
      '--rounds must be a whole number of at least 1',
    ].join('\n  '),
  );
});

test('the addresses of existing servers are removed from the environment', () => {
  const env = {
    MONGODB_URL: 'mongodb://elsewhere',
    NATS_URL: 'n',
    MEILI_URL: 'm',
    MEILI_KEY: 'k',
    LOG_LEVEL: 'warn',
  };
  expect(readBenchConfig([], env).env).toEqual({
    LOG_LEVEL: 'warn',
    LOGIN_REQUESTS_PER_MINUTE: '100000',
    EVENT_STREAMS_PER_USER: '100000',
    EVENT_STREAMS_PER_ADDRESS: '100000',
  });
});
