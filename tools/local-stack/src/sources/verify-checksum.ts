import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { StackError } from '../stack-error.ts';

/** Refuses a file that does not have the expected SHA-256. */
export async function verifyChecksum(file: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  const actual = hash.digest('hex');
  if (actual === expected) return;
  throw new StackError(
    `${file} is not the program that is expected here, so it was not run.\n` +
      `  expected sha256 ${expected}\n  actual sha256   ${actual}\n` +
      'Delete the file to have it downloaded again. If the difference stays, do not run it: ' +
      'the package registry hands out something else than it did when the checksum was written down.',
  );
}
