import { expect, test } from '@jest/globals';
import type { InstanceName } from '@svc/contracts';
import { commonSettings, type Settings } from '@svc/service-kit';
import { commentsSettings } from '../../../services/comments/src/config.ts';
import { gatewaySettings } from '../../../services/gateway/src/config.ts';
import { recordsSettings } from '../../../services/records/src/config.ts';
import { searchSettings } from '../../../services/search/src/config.ts';
import { usersSettings } from '../../../services/users/src/config.ts';
import { serviceEnvironment } from './service-environment.ts';

const secrets = {
  JWT_KEY_SECRET: 'one secret',
  SITE_LINK_SECRET: 'another secret',
  SMTP_URL: 'smtp://me:mine@mail.test',
  PUSH_WEBHOOK_URL: 'https://push.test',
  PUSH_WEBHOOK_SECRET: 'third',
};
const common = { LOG_LEVEL: 'warn', SITE_TIMEZONE: 'Europe/Paris', LOGIN_ATTEMPTS: '3', DEBUG_MODE: 'true' };
const stack = { mongodbUrl: 'mongodb://m', natsUrl: 'nats://n', meiliUrl: 'http://s', meiliKey: 'key' };

const environmentOf = (service: InstanceName) =>
  serviceEnvironment(service, {
    env: {
      ...secrets,
      ...common,
      BASE_USER: 'boss',
      AWS_SECRET_ACCESS_KEY: 'mine',
      NODE_OPTIONS: '--inspect',
    },
    stack,
    keyringDir: '/keys',
    publicUrl: 'http://a.test',
    opsPort: 1,
  });

test.each<InstanceName>(['gateway', 'records', 'comments', 'search', 'users'])(
  '%s gets the settings that are for all, its own key, and nothing that nobody named',
  (service) => {
    const environment = environmentOf(service);
    expect(environment).toMatchObject({ ...common, KEYRING_FILE: `/keys/${service}.json` });
    expect(environment).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect(environment).not.toHaveProperty('NODE_OPTIONS');
  },
);

test.each<InstanceName>(['gateway', 'records', 'comments', 'search'])(
  '%s gets no secret of users',
  (service) => {
    for (const name of [...Object.keys(secrets), 'BASE_USER'])
      expect(environmentOf(service)).not.toHaveProperty(name);
  },
);

test('the gateway does not learn where the data is', () => {
  expect(environmentOf('gateway')).not.toHaveProperty('MONGODB_URL');
  expect(environmentOf('records')).toMatchObject({ MONGODB_URL: stack.mongodbUrl });
});

test('users gets its secrets', () => {
  expect(environmentOf('users')).toMatchObject({ ...secrets, BASE_USER: 'boss' });
});

/** The launcher asks the ops ports itself, where they are by default. */
const notHandedOn = ['OPS_HOST'];

test.each<[InstanceName, Settings]>([
  ['gateway', gatewaySettings],
  ['records', recordsSettings],
  ['comments', commentsSettings],
  ['search', searchSettings],
  ['users', usersSettings],
])('every setting of %s reaches it', (service, own) => {
  const names = Object.keys({ ...commonSettings, ...own }).filter((name) => !notHandedOn.includes(name));
  const env = Object.fromEntries(names.map((name) => [name, 'set']));
  const at = { stack, keyringDir: '/keys', publicUrl: 'http://a.test', opsPort: 1, httpPort: 2 };
  const handedOn = serviceEnvironment(service, { env, ...at });
  expect(names.filter((name) => !(name in handedOn))).toEqual([]);
});
