import { expect, test } from '@jest/globals';
import { recordsNoteBackup, systemActor } from '@svc/contracts';
import { SiteSetting } from '../store/site-setting.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { backupAgeCheck } from './backup-age.ts';

const harness = harnessOfSuite();
const startedAt = Date.parse('2026-06-01T00:00:00.000Z');

test('a backup is too old after the hours of the setting, until the next one is noted', async () => {
  const backups = new SiteSetting(harness.documents.db, 'backup', {});
  const reasonAt = async (now: string) =>
    backupAgeCheck(backups, { maxHours: 24, startedAt, now: () => Date.parse(now) }).check();
  const note = (at: string) => harness.ask(recordsNoteBackup, { at }, systemActor('admin'));
  expect(await reasonAt('2026-06-01T23:00:00.000Z')).toBeUndefined();
  expect(await reasonAt('2026-06-02T01:00:00.000Z')).toBe(
    'no backup was made since the start of this process; BACKUP_MAX_AGE_HOURS is 24',
  );
  await note('2026-06-02T00:30:00.000Z');
  await note('2026-05-02T00:30:00.000Z');
  expect(await reasonAt('2026-06-03T00:00:00.000Z')).toBeUndefined();
  expect(await reasonAt('2026-06-03T01:00:00.000Z')).toBe(
    'the last backup is of 2026-06-02T00:30:00.000Z; BACKUP_MAX_AGE_HOURS is 24',
  );
});
