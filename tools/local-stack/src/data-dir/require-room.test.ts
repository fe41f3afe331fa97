import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { lockDataDir } from './lock-data-dir.ts';

const root = temporaryDirectory();
const megabyte = 1024 * 1024;
const options = { guardPid: process.pid, report: () => {} };

test('on a full disk nothing starts, the message has the disk, the needed room and a remedy, and no file is left', async () => {
  const dataDir = join(root, 'full');
  const statFs = () => ({ bavail: 12, bsize: megabyte });
  await expect(lockDataDir(dataDir, { ...options, statFs })).rejects.toMatchObject({
    name: 'StackError',
    message: `The disk of ${dataDir} has 12 MB left; the servers need 64 MB to start. Free some room, or set DATA_DIR to a folder on another disk.`,
  });
  expect(existsSync(dataDir)).toBe(false);
  (await lockDataDir(dataDir, { ...options, statFs: () => ({ bavail: 64, bsize: megabyte }) }))();
});
