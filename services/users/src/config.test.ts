import { expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@svc/service-kit';
import { usersSettings } from './config.ts';

const MONGODB_URL = 'mongodb://127.0.0.1:27017';

test('all problems of the settings are reported at once, without secrets', () => {
  const settings = {
    JWT_LIFETIME_DAYS: '0',
    JWT_KEY_SECRET: 'too short',
    SITE_LINK_SECRET: 'too short',
    ADMIN_PASSWORD: 'short',
    LOGIN_ATTEMPTS: 'ten',
    PUBLIC_URL: 'https://',
    SMTP_URL: 'http://me:too short@mail.example.org',
    MAIL_FROM: 'a@example.org\nBcc: b@example.org',
    PASSWORD_RESET_URL: 'example.org/reset',
    PUSH_WEBHOOK_URL: 'ftp://example.org/too short',
    PUSH_WEBHOOK_SECRET: 'too short',
    ALLOWED_PRIVATE_HOSTS: '10.0.0.0/33',
  };
  const load = () => loadConfig(usersSettings, settings);
  expect(load).toThrow(ConfigError);
  for (const name of ['MONGODB_URL', ...Object.keys(settings)]) expect(load).toThrow(name);
  expect(load).not.toThrow('too short');
});

test.each([
  ['a@example.org', true],
  ['Records <a@example.org>', true],
  ['Équipe Été <a@example.org>', true],
  ['a@example.org, b@example.org', false],
  ['Records', false],
  ['Records <a@example.org> <b@example.org>', false],
  ['a@example.org>', false],
  ['Records <a@example.org', false],
  ['<a@example.org>', true],
])('%s is valid as MAIL_FROM: %s', (MAIL_FROM, isRight) => {
  const load = () => loadConfig(usersSettings, { MONGODB_URL, MAIL_FROM });
  if (isRight) expect(load()).toMatchObject({ MAIL_FROM });
  else expect(load).toThrow('MAIL_FROM');
});
