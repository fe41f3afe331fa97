import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { asAdmin, Choices } from '@svc/demo';
import { adminBus, type Guard, type Report } from '@svc/local-stack';
import type { BenchConfig } from './config.ts';
import { measureReindex, reindexName } from './measure/measure-reindex.ts';
import { measureRow, type RowResult } from './measure/measure-row.ts';
import { rowsNamed } from './rows/all-rows.ts';
import { Made } from './rows/made.ts';
import type { Measured } from './rows/row.ts';
import { measuredUsers } from './seed/measured-users.ts';
import type { SeedMarker } from './seed/seed-marker.ts';
import { seed } from './seed/seed.ts';
import { waitUntilSettled } from './seed/wait-until-settled.ts';
import { connectMongo } from './stack/connect-mongo.ts';
import { logIn } from './stack/log-in.ts';
import { openInstallation, type Installation } from './stack/open-installation.ts';
import { startThin, type ThinHandler } from './thin/start-thin.ts';

/** All that a run has found out. */
export interface BenchResult {
  size: SeedMarker['size'];
  seconds: number;
  rounds: number;
  machine: string;
  rows: readonly RowResult[];
}

/** Brings the data up to date, starts everything, measures the rows, and leaves the data as it was. */
export async function runBench(
  config: BenchConfig,
  { guard, report }: { guard: Guard; report: Report },
): Promise<BenchResult> {
  const rows = rowsNamed(config.only, [reindexName]);
  const marker = await seed(config, { guard, report });
  const { seconds, rounds, seedOnly } = config;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const about = { size: marker.size, seconds, rounds, machine };
  const installation = await openInstallation(config, { guard, report });
  try {
    await waitUntilSettled(installation.stack, report);
    const { mongodbUrl } = installation.stack;
    const isReindexed = isReindexAsked(config) || !(await isIndexed(mongodbUrl));
    const results = isReindexed
      ? [await measureReindex(installation, processesOf(installation), report)]
      : [];
    if (seedOnly || rows.length === 0) return { ...about, rows: results };
    const needsThin = rows.some((row) => 'thin' in row);
    const thin = needsThin ? await startThin({ mongodbUrl, dataDir: config.dataDir, guard }) : undefined;
    const setting = { ...config, mongodbUrl, ...(await settingOf(installation, thin, marker)) };
    await asAdmin(busOf(installation), async (admin) => {
      for (const row of rows) {
        await waitUntilSettled(installation.stack, report);
        report(`Measuring ${row.title} …`);
        results.push(await measureRow(row, { ...setting, admin }));
      }
    });
    await setting.made.remove(installation.postsUrl, setting.measured.administrator.token, report);
    await thin?.stop();
    return { ...about, rows: results };
  } finally {
    await installation.stop();
  }
}

/** With small contacts it belongs to the search; it takes minutes, so that it is not made without being asked for. */
function isReindexAsked({ only, small }: BenchConfig): boolean {
  return only.includes(reindexName) || (small && (only.length === 0 || only.includes('search')));
}

/** Whether the search service has heard of all records. */
async function isIndexed(mongodbUrl: string): Promise<boolean> {
  const mongo = await connectMongo(mongodbUrl);
  try {
    const [there, known] = await Promise.all(
      ['records', 'search'].map((service) =>
        mongo.of(service).collection('records').estimatedDocumentCount(),
      ),
    );
    return (known ?? 0) >= (there ?? 0);
  } finally {
    await mongo.close();
  }
}

/** The processes whose memory is watched, by name. */
function processesOf({ stack, services }: Pick<Installation, 'stack' | 'services'>): Map<string, number> {
  const processes = new Map<string, number>();
  const note = (name: string, pid: number | undefined) => pid !== undefined && processes.set(name, pid);
  for (const { service, pid } of services.instances) note(service, pid);
  for (const { name, pid } of stack.servers) note(name, pid);
  return processes;
}

function busOf({ stack, services }: Installation) {
  return { bus: adminBus(stack, {}), keyringFile: join(services.keyringDir, 'admin.json') };
}

async function settingOf(
  { stack, services }: Installation,
  thin: ThinHandler | undefined,
  marker: SeedMarker,
) {
  const { administrator, multipliers } = measuredUsers(marker);
  const sessionOf = async ({ id, username }: { id: number; username: string }) => ({
    userId: id,
    token: await logIn(services.gatewayUrl, { username, password: marker.password }),
  });
  const sessions = [];
  for (const user of multipliers) sessions.push(await sessionOf(user));
  const measured: Measured = {
    administrator: await sessionOf(administrator),
    multipliers: sessions,
    contactIds: await contactIdsIn(stack.mongodbUrl),
    choices: new Choices(Date.now()),
  };
  const processes = processesOf({ stack, services });
  if (thin) processes.set('thin', thin.pid);
  return { measured, processes, oursUrl: services.gatewayUrl, thinUrl: thin?.url ?? '', made: new Made() };
}

/** Those that stand for users are no part of it: the administrator may not change them all. */
async function contactIdsIn(mongodbUrl: string): Promise<number[]> {
  const mongo = await connectMongo(mongodbUrl);
  try {
    const filter = { postType: 'contacts', 'fields.type': 'access' };
    const records = mongo.of('records').collection<{ _id: number }>('records');
    const found = await records.find(filter, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  } finally {
    await mongo.close();
  }
}
