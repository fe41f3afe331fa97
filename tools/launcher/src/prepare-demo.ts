import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoProgress } from '@svc/demo';
import { writePrivateJson, type Report } from '@svc/local-stack';
import type { BusConfig } from '@svc/service-kit';
import type { LauncherConfig } from './config.ts';
import type { Welcome } from './welcome.ts';

export interface Demo {
  config: LauncherConfig;
  bus: BusConfig;
  gatewayUrl: string;
  keyringDir: string;
  report: Report;
}

/** The file with the password of the demo users. */
export const demoPasswordFile = (dataDir: string): string => join(dataDir, 'demo-password');

/** Fills an empty database with demo data. Returns the accounts of the demo users; undefined when there are none. */
export async function prepareDemo({
  config,
  report,
  ...running
}: Demo): Promise<Welcome['demo'] | undefined> {
  if (!config.demo) return undefined;
  // Loaded on demand.
  const { demoUsers, seedDemo } = await import('@svc/demo');
  const { password, isKept, forget } = demoPassword(config.dataDir, config.demoPassword, report);
  const keyringFile = join(running.keyringDir, 'admin.json');
  const api = { url: `${running.gatewayUrl}${config.apiRoot}`, namespacePrefix: config.namespacePrefix };
  const progressFile = join(config.dataDir, 'demo-data.json');
  const isThere = await seedDemo({
    bus: running.bus,
    keyringFile,
    api,
    password,
    report,
    progress: readProgress(progressFile),
    storeProgress: (progress) => void writePrivateJson(progressFile, progress),
  }).catch((error: unknown) => {
    // The services are useful without demo data, too.
    const reason = error instanceof Error ? error.message : String(error);
    report(`The demo data is incomplete: ${reason}. The next start continues with it.`);
    return true;
  });
  if (isThere || isKept) return { usernames: Object.keys(demoUsers), password };
  forget();
  return undefined;
}

function readProgress(file: string): DemoProgress | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DemoProgress) : undefined;
}

/** The password of the demo users, stored with the data: when it is kept from an earlier start, they may have been created with it. */
export function demoPassword(dataDir: string, wanted: string | undefined, report: Report) {
  const file = demoPasswordFile(dataDir);
  const forget = () => rmSync(file, { force: true });
  const isKept = existsSync(file);
  if (!isKept) writeFileSync(file, wanted ?? randomBytes(9).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(file, 'utf8');
  if (wanted !== undefined && wanted !== password) {
    report(`DEMO_PASSWORD is not used: the demo users in ${dataDir} were created with another password.`);
  }
  return { password, isKept, forget };
}
