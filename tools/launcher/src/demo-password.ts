import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@svc/local-stack';

export interface DemoPassword {
  password: string;
  /** Whether demo users may have it already, from an earlier start. */
  isKept: boolean;
  forget(): void;
}

/** The password of the demo users. It is kept with the data, since they keep the one they were created with. */
export function demoPassword(dataDir: string, wanted: string | undefined, report: Report): DemoPassword {
  const file = join(dataDir, 'demo-password');
  const forget = () => rmSync(file, { force: true });
  const isKept = existsSync(file);
  if (!isKept) writeFileSync(file, wanted ?? randomBytes(9).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(file, 'utf8');
  if (wanted !== undefined && wanted !== password) {
    report(`DEMO_PASSWORD is not used: the demo users in ${dataDir} have been created with another one.`);
  }
  return { password, isKept, forget };
}
