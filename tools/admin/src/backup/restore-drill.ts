import { AdminError } from '../admin-error.ts';
import { backedUp, derivedDatabase, type Databases } from '../databases.ts';
import type { ProgressReport } from '../progress.ts';
import type { StoredBackup } from './backup-place.ts';
import { checkBackup, completeRestore, insertBackup, type CollectionCount } from './restore-backup.ts';
import type { Secret } from './seal.ts';

interface DrillWork extends StoredBackup {
  readonly secret: Secret;
  /** Of `scratchUrl`: a drill drops them before and after. */
  readonly scratch: Databases;
  readonly report: ProgressReport;
  /** The greatest age of the backup in hours. */
  readonly maxHours: number | undefined;
}

/**
 * Restores a backup into scratch databases, and compares the number of documents of each collection.
 * @throws AdminError when the backup is too old, cannot be restored, or the numbers differ.
 */
export async function drillRestore({ scratch, maxHours, ...stored }: DrillWork) {
  const checked = await checkBackup(stored);
  const { at } = checked.begin;
  const hours = (Date.now() - Date.parse(at)) / 3_600_000;
  if (maxHours !== undefined && hours > maxHours)
    throw new AdminError(
      `The newest backup is ${Math.floor(hours)} hours old, ${stored.place.addressOf(stored.name)}: backups are not completed any longer.`,
    );
  const work = { ...stored, databases: scratch };
  await dropAll(scratch);
  try {
    await insertBackup(work, checked);
    const differences = await differencesOf(scratch, checked.counts);
    if (differences.length > 0)
      throw new AdminError(
        `The restored databases differ from ${stored.place.addressOf(stored.name)}: ${differences.join('; ')}.`,
      );
    await completeRestore(work, checked);
  } finally {
    await dropAll(scratch);
  }
  return { at, documents: checked.documents, collections: checked.counts.length };
}

/** The collections whose number of documents is not that of the backup, in words. */
export async function differencesOf(
  databases: Databases,
  counts: readonly CollectionCount[],
): Promise<string[]> {
  const differences: string[] = [];
  for (const { service, collection, documents, undelivered } of counts) {
    const restored = await databases.of(service).collection(collection).countDocuments();
    if (restored >= documents && restored <= documents + undelivered) continue;
    differences.push(`${service}.${collection} has ${restored} documents instead of ${documents}`);
  }
  return differences;
}

async function dropAll(scratch: Databases): Promise<void> {
  for (const service of [...backedUp, derivedDatabase] as const) {
    const db = scratch.of(service);
    if (!db.databaseName.endsWith(`${scratchSuffix}_${service}`))
      throw new AdminError(`${db.databaseName} is not a scratch database.`);
    await db.dropDatabase();
  }
}

const scratchSuffix = '_drill';

/** The address of the scratch databases beside those of `url`: their prefix ends in `_drill`, so that a drill cannot reach any others. */
export function scratchUrl(url: string): string {
  const [, hosts = url, prefix = '', options = ''] = /^([a-z+]+:\/\/[^/?]*)\/?([^?]*)(.*)$/.exec(url) ?? [];
  // A user who is in the database of the path stays there.
  const isNamed = !hosts.includes('@') || prefix === '' || /[?&]authSource=/.test(options);
  const source = isNamed ? '' : `${options === '' ? '?' : '&'}authSource=${prefix}`;
  return `${hosts}/${prefix === '' ? 'svc' : prefix}${scratchSuffix}${options}${source}`;
}
