import { describe, expect, test } from '@jest/globals';
import { instanceNames } from '@svc/contracts';
import { serviceEnvironment } from './service-environment.ts';

const secrets = {
  JWT_KEY_SECRET: 'one secret',
  SITE_LINK_SECRET: 'another secret',
  SMTP_URL: 'smtp://me:mine@mail.test',
  PUSH_WEBHOOK_URL: 'https://push.test',
  PUSH_WEBHOOK_SECRET: 'third',
};
const common = { LOG_LEVEL: 'warn', NATS_CA_FILE: '/ca', OTEL_SERVICE_NAME: 'mine', PATH: '/bin' };
const stack = { mongodbUrl: 'mongodb://m', natsUrl: 'nats://n', meiliUrl: 'http://s', meiliKey: 'key' };

const at = { stack, keyringDir: '/keys', publicUrl: 'http://a.test', opsPort: 1, httpPort: 2 };

describe.each(instanceNames)('%s gets', (service) => {
  const ofUsers = { ...secrets, BASE_USER: 'boss' };
  const others = { AWS_SECRET_ACCESS_KEY: 'mine', NODE_OPTIONS: '--inspect', OPS_HOST: '::' };
  const environment = serviceEnvironment(service, { ...at, env: { ...ofUsers, ...common, ...others } });

  test('the common settings, its own key and the address of its data', () => {
    const own = { KEYRING_FILE: `/keys/${service}.json`, NATS_URL: 'nats://n', PUBLIC_URL: 'http://a.test' };
    const ports = { OPS_PORT: '1', GATEWAY_PORT: '2' };
    expect(environment).toMatchObject({ ...common, ...own, ...ports, DRAIN_DELAY_MS: '0' });
    expect(environment['MONGODB_URL']).toBe(service === 'gateway' ? undefined : stack.mongodbUrl);
    expect(environment['MEILI_KEY']).toBe(service === 'search' ? stack.meiliKey : undefined);
  });

  test('no other variables, and the secrets of users only if it is users', () => {
    for (const name of Object.keys(others)) expect(environment).not.toHaveProperty(name);
    if (service === 'users') expect(environment).toMatchObject(ofUsers);
    else for (const name of Object.keys(ofUsers)) expect(environment).not.toHaveProperty(name);
  });
});
