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
 * Fills an empty database with demo data. Answers who can log in, while the records are still being created; undefined
 * when there are no demo users.
 */
export async function prepareDemo({
  config,
  report,
  ...running
}: Demo): Promise<Welcome['demo'] | undefined> {
  if (!config.demo) return undefined;
  // Loaded only when it is wanted.
  const { demoUsers, seedDemo } = await import('@svc/demo');
  const { password, isKept, forget } = demoPassword(config.dataDir, config.demoPassword, report);
  const keyringFile = join(running.keyringDir, 'admin.json');
  const api = { url: `${running.gatewayUrl}${config.apiRoot}`, namespacePrefix: config.namespacePrefix };
  // What runs is of use without demo data as well.
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
