import { expect, test } from '@jest/globals';
import { serviceEnvironment } from './service-environment.ts';
import type { ServiceName } from './service-name.ts';

const secrets = {
  ...{ JWT_KEY_SECRET: 'one secret', SITE_LINK_SECRET: 'another secret' },
  ...{
    SMTP_URL: 'smtp://me:mine@mail.test',
    PUSH_WEBHOOK_URL: 'https://push.test',
    PUSH_WEBHOOK_SECRET: 'third',
  },
};
const common = { LOG_LEVEL: 'warn', SITE_TIMEZONE: 'Europe/Paris', LOGIN_ATTEMPTS: '3', DEBUG_MODE: 'true' };
const stack = { mongodbUrl: 'mongodb://m', natsUrl: 'nats://n', meiliUrl: 'http://s', meiliKey: 'key' };

const environmentOf = (service: ServiceName) =>
  serviceEnvironment(service, {
    env: {
      ...secrets,
      ...common,
      BASE_USER: 'boss',
      AWS_SECRET_ACCESS_KEY: 'mine',
      NODE_OPTIONS: '--inspect',
    },
    ...{ stack, keyringDir: '/keys', publicUrl: 'http://a.test', opsPort: 1 },
  });

test.each<ServiceName>(['gateway', 'records', 'comments', 'search', 'users'])(
  '%s gets the settings that are for all, its own key, and nothing that nobody named',
  (service) => {
    const environment = environmentOf(service);
    expect(environment).toMatchObject({ ...common, KEYRING_FILE: `/keys/${service}.json` });
    expect(environment).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect(environment).not.toHaveProperty('NODE_OPTIONS');
  },
);

test.each<ServiceName>(['gateway', 'records', 'comments', 'search'])(
  '%s gets no secret of users',
  (service) => {
    for (const name of [...Object.keys(secrets), 'BASE_USER'])
      expect(environmentOf(service)).not.toHaveProperty(name);
  },
);

test('users gets its secrets', () => {
  expect(environmentOf('users')).toMatchObject({ ...secrets, BASE_USER: 'boss' });
});
