import type { ServiceStatus } from '@svc/contracts';
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

interface DrillLimits {
  /** Undefined when drills are not expected. */
  readonly maxDays: number | undefined;
  readonly startedAt: number;
  readonly now?: () => number;
}

/** Reports that the last restore drill failed, or that the last successful one is older than `maxDays`; see `backupAgeCheck`. */
export function drillCheck(
  backups: Pick<SiteSetting<'backup'>, 'stored'>,
  { maxDays, startedAt, now = Date.now }: DrillLimits,
): DegradedCheck {
  return {
    state: 'backup_drill_failed',
    async check() {
      const { drilledAt, failedDrill } = await backups.stored(Deadline.after(readMs));
      if (failedDrill && failedDrill.at.getTime() > (drilledAt?.getTime() ?? 0))
        return `the drill of ${failedDrill.at.toISOString()} failed: ${failedDrill.failure}`;
      const days = (now() - (drilledAt?.getTime() ?? startedAt)) / (24 * hourMs);
      if (maxDays === undefined || days <= maxDays) return undefined;
      const limit = `BACKUP_DRILL_MAX_AGE_DAYS is ${maxDays}`;
      return drilledAt
        ? `the last successful drill is of ${drilledAt.toISOString()}; ${limit}`
        : `no drill succeeded since the start of this process; ${limit}`;
    },
  };
}

/** Returns the noted backups and drills for the status of the service. */
export async function backupStatus(
  backups: Pick<SiteSetting<'backup'>, 'stored'>,
): Promise<ServiceStatus['backup']> {
  const { lastAt, drilledAt, failedDrill } = await backups.stored(Deadline.after(readMs));
  return {
    ...(lastAt && { last_at: lastAt.toISOString() }),
    ...(drilledAt && { drilled_at: drilledAt.toISOString() }),
    ...(failedDrill && { failed_drill: { at: failedDrill.at.toISOString(), failure: failedDrill.failure } }),
  };
}
