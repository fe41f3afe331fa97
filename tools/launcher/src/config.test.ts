import { expect, test } from '@jest/globals';
import { readLauncherConfig } from './config.ts';

test('settings and arguments are read', () => {
  const env = {
    DATA_DIR: '/data',
    GATEWAY_PORT: '90',
    API_ROOT: '/api',
    NAMESPACE_PREFIXES: 'dt,svc',
    DEMO_PASSWORD: 'x',
    MONGODB_PORT: '27017',
    NATS_PORT: '4222',
    MEILI_PORT: '7700',
  };
  expect(readLauncherConfig(env, ['--no-demo', '--instances', 'gateway=2,records=3'])).toEqual({
    env,
    dataDir: '/data',
    gatewayPort: 90,
    apiRoot: '/api',
    namespacePrefix: 'dt',
    demoPassword: 'x',
    demo: false,
    instances: { gateway: 2, records: 3 },
    ports: { mongodb: 27017, nats: 4222, meilisearch: 7700 },
  });
});

test('a single number of instances applies to all services', () => {
  const instances = { gateway: 2, records: 2, comments: 2, users: 2, search: 2 };
  expect(readLauncherConfig({}, ['--instances=2'])).toMatchObject({ instances, demo: true });
});

test.each(['0', '10', 'records', 'records=0', 'records=2,', 'mail=2', '2,records=3', ''])(
  'the number of instances cannot be "%s"',
  (wish) => {
    expect(() => readLauncherConfig({}, ['--instances', wish])).toThrow(
      `--instances is "${wish}"; it must be a number from 1 to 9 for all services`,
    );
  },
);

test('the error lists all invalid settings', () => {
  expect(() => readLauncherConfig({ GATEWAY_PORT: '0', PUBLIC_URL: 'records' }, [])).toThrow(
    /GATEWAY_PORT is "0"; it must be a port number.*\n.*PUBLIC_URL is "records"; it must be a URL/,
  );
});

test('an unknown argument is refused, not ignored', () => {
  expect(() => readLauncherConfig({}, ['--nodemo'])).toThrow(
    'Unknown argument --nodemo. Usage: npm start [-- [--no-demo] [--instances 2 | --instances gateway=2,records=3]]',
  );
  expect(() => readLauncherConfig({}, ['--no-demo', '2', '-x'])).toThrow('Unknown argument 2 -x. ');
});
