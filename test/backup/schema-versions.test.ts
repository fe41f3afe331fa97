import { expect, test } from '@jest/globals';
import { schemaVersions } from '@svc/service-kit/store';
import { recordsMigrations } from '../../services/records/src/store/migrations.ts';
import { usersMigrations } from '../../services/users/src/store/migrations.ts';

test('a restore knows the newest schema version of each service', () => {
  expect(schemaVersions).toEqual({
    records: recordsMigrations.length,
    comments: 0,
    users: usersMigrations.length,
  });
});
