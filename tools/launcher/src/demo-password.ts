import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@svc/local-stack';

/** The password of the demo users. It is kept with the data, since they keep the one they were created with. */
export function demoPassword(dataDir: string, wanted: string | undefined, report: Report): string {
  const file = join(dataDir, 'demo-password');
  if (!existsSync(file)) {
    writeFileSync(file, wanted ?? randomBytes(9).toString('base64url'), { mode: 0o600 });
  }
  const kept = readFileSync(file, 'utf8');
  if (wanted !== undefined && wanted !== kept) {
    report(`DEMO_PASSWORD is not used: the demo users in ${dataDir} have been created with another one.`);
  }
  return kept;
}
