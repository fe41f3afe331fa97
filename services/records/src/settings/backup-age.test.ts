import { expect, test } from '@jest/globals';
import { recordsNoteBackup, recordsNoteDrill, systemActor } from '@svc/contracts';
import { SiteSetting } from '../store/site-setting.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { backupAgeCheck, drillCheck } from './backup-age.ts';

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

test('a failed drill is reported until one succeeds, and a missing one after the days of the setting', async () => {
  const backups = new SiteSetting(harness.documents.db, 'backup', {});
  const reasonAt = async (now: string, maxDays: number | undefined = 7) =>
    drillCheck(backups, { maxDays, startedAt, now: () => Date.parse(now) }).check();
  const note = (at: string, failure?: string) =>
    harness.ask(recordsNoteDrill, { at, failure }, systemActor('admin'));
  expect(await reasonAt('2026-06-07T00:00:00.000Z')).toBeUndefined();
  expect(await reasonAt('2026-06-09T00:00:00.000Z')).toBe(
    'no drill succeeded since the start of this process; BACKUP_DRILL_MAX_AGE_DAYS is 7',
  );
  await note('2026-06-09T00:00:00.000Z', 'the file is truncated');
  expect(await drillCheck(backups, { maxDays: undefined, startedAt }).check()).toBe(
    'the drill of 2026-06-09T00:00:00.000Z failed: the file is truncated',
  );
  await note('2026-06-09T01:00:00.000Z');
  expect(await reasonAt('2026-06-16T00:00:00.000Z')).toBeUndefined();
  expect(await reasonAt('2026-06-17T00:00:00.000Z')).toBe(
    'the last successful drill is of 2026-06-09T01:00:00.000Z; BACKUP_DRILL_MAX_AGE_DAYS is 7',
  );
});
