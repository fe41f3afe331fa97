import { expect, test } from '@jest/globals';
import { indexPrefix } from './config.ts';

test.each([
  [{ MONGODB_URL: 'mongodb://127.0.0.1:1', MEILI_PREFIX: undefined }, 'svc_'],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:1/blue.team?x=1', MEILI_PREFIX: undefined }, 'blue-team_'],
  [{ MONGODB_URL: 'mongodb://127.0.0.1:1/blue', MEILI_PREFIX: 'green-' }, 'green-'],
])('the indexes of %j begin with %j', (config, expected) => {
  expect(indexPrefix(config)).toBe(expected);
});
