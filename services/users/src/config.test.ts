import { expect, test } from '@jest/globals';
import { ConfigError, loadConfig } from '@svc/service-kit';
import { usersSettings } from './config.ts';

const MONGODB_URL = 'mongodb://127.0.0.1:27017';

test('everything but the database has a default', () => {
  expect(loadConfig(usersSettings, { MONGODB_URL })).toEqual({
    MONGODB_URL,
    EXTENSIONS: [],
    JWT_LIFETIME_DAYS: 7,
    JWT_KEY_SECRET: undefined,
    SITE_LINK_SECRET: undefined,
    DEBUG_MODE: false,
    PUBLIC_URL: 'http://127.0.0.1:8080',
    BASE_USER: undefined,
    ADMIN_USERNAME: undefined,
    ADMIN_EMAIL: undefined,
    ADMIN_PASSWORD: undefined,
    LOGIN_ATTEMPTS: 10,
    LOGIN_ATTEMPTS_PER_ADDRESS: 50,
    LOGIN_WINDOW_SECONDS: 900,
  });
});

test('all problems are told at once, without the secrets', () => {
  const settings = {
    JWT_LIFETIME_DAYS: '0',
    JWT_KEY_SECRET: 'too short',
    SITE_LINK_SECRET: 'too short',
    ADMIN_PASSWORD: 'short',
    LOGIN_ATTEMPTS: 'ten',
  };
  const load = () => loadConfig(usersSettings, settings);
  expect(load).toThrow(ConfigError);
  for (const name of ['MONGODB_URL', ...Object.keys(settings)]) expect(load).toThrow(name);
  expect(load).not.toThrow('too short');
});

test('extensions are separated by commas', () => {
  const { EXTENSIONS } = loadConfig(usersSettings, { MONGODB_URL, EXTENSIONS: './a.ts, package-b ,' });
  expect(EXTENSIONS).toEqual(['./a.ts', 'package-b']);
});
