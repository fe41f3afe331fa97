import { Deadline, type DegradedCheck } from '@svc/service-kit';
import type { SiteSetting } from '../store/site-setting.ts';

const hourMs = 60 * 60 * 1_000;
const readMs = 1_000;

/** Reports that the last backup is older than `maxHours`. Without a backup, the age counts from the start of the process. */
export function backupAgeCheck(
  backups: Pick<SiteSetting<'backup'>, 'stored'>,
  { maxHours, startedAt, now = Date.now }: { maxHours: number; startedAt: number; now?: () => number },
): DegradedCheck {
  return {
    state: 'backup_old',
    async check() {
      const { lastAt } = await backups.stored(Deadline.after(readMs));
      const hours = (now() - (lastAt?.getTime() ?? startedAt)) / hourMs;
      if (hours <= maxHours) return undefined;
      const limit = `BACKUP_MAX_AGE_HOURS is ${maxHours}`;
      return lastAt
        ? `the last backup is of ${lastAt.toISOString()}; ${limit}`
        : `no backup was made since the start of this process; ${limit}`;
    },
  };
}
