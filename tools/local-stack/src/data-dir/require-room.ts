import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StackError } from '../stack-error.ts';

const megabyte = 1024 * 1024;

/** Free disk space in MB that the servers need to start and to write for a while. */
export const neededMb = 64;

type StatFs = (path: string) => { readonly bavail: number; readonly bsize: number };

/** Free disk space for a folder in MB, even if it does not exist yet. */
export function freeMb(dir: string, statFs: StatFs = statfsSync): number {
  const { bavail, bsize } = statFs(existing(resolve(dir)));
  return Math.floor((bavail * bsize) / megabyte);
}

/** @throws StackError when the disk of a data directory has too little room for the servers, before anything is written. */
export function requireRoom(dataDir: string, statFs?: StatFs): void {
  const free = freeMb(dataDir, statFs);
  if (free >= neededMb) return;
  throw new StackError(
    `The disk of ${resolve(dataDir)} has ${free} MB left; the servers need ${neededMb} MB to start. ` +
      'Free some room, or set DATA_DIR to a folder on another disk.',
  );
}

function existing(dir: string): string {
  return existsSync(dir) || dirname(dir) === dir ? dir : existing(dirname(dir));
}
