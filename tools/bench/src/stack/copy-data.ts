import { constants, cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDataDir, type Guard, type Report } from '@svc/local-stack';

/** Entries of a data folder that belong to one running instance, or to its past. */
const ofInstance = ['lock', 'instance.json', 'logs', 'profiles'];

/** Copies the data of a folder that no instance uses in place of an earlier copy. @throws StackError when an instance uses one of the two. */
export async function copyData(
  source: string,
  target: string,
  { guard, report }: { guard: Guard; report: Report },
): Promise<void> {
  const lock = (dataDir: string) => lockDataDir(dataDir, { guardPid: guard.pid, report });
  const unlock = await lock(source);
  try {
    const unlockTarget = await lock(target);
    await rm(target, { recursive: true, force: true });
    unlockTarget();
    report(`Copying the data to ${target} …`);
    const skipped = new Set(ofInstance.map((name) => join(source, name)));
    await cp(source, target, {
      recursive: true,
      // Shares the blocks with the source where the file system can.
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !skipped.has(path),
    });
  } finally {
    unlock();
  }
}
