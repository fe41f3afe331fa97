import { expect, test } from '@jest/globals';
import { schemaVersions } from '@svc/contracts';
import { recordsMigrations } from '@svc/records/migrations';
import { usersMigrations } from '@svc/users/migrations';

test('a restore knows the newest schema version of each service', () => {
  expect(schemaVersions).toEqual({
    records: recordsMigrations.length,
    comments: 0,
    users: usersMigrations.length,
  });
});
