import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '@svc/local-stack';
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

/**
 * Fills an empty database with demo data. Returns the accounts of the demo users while their records are still being created; undefined
 * when there are no demo users.
 */
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
  // The services are useful without demo data, too.
  const incomplete = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    report(
      `The demo data is incomplete: ${reason}. To begin again, stop, delete ${config.dataDir} and start.`,
    );
    return {};
  };
  const seeded: { readonly records?: Promise<void> } | undefined = await seedDemo({
    bus: running.bus,
    keyringFile,
    api,
    password,
    report,
  }).catch(incomplete);
  seeded?.records?.catch(incomplete);
  if (seeded || isKept) return { usernames: Object.keys(demoUsers), password };
  forget();
  return undefined;
}

/** The password of the demo users, stored with the data: when it is kept from an earlier start, they may have been created with it. */
export function demoPassword(dataDir: string, wanted: string | undefined, report: Report) {
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
