import { cpus, totalmem } from 'node:os';
import { Choices } from '@svc/demo';
import type { Guard, Report } from '@svc/local-stack';
import type { BenchConfig } from './config.ts';
import { startChain } from './chain/start-chain.ts';
import { prepareFloor, type Floor, type Samples } from './floor/floor.ts';
import { takeSamples } from './floor/take-samples.ts';
import { liveNames, liveRowsNamed } from './live/live-rows.ts';
import { measureReindex, reindexName } from './measure/measure-reindex.ts';
import { measureRow, ratioTo, type RowResult } from './measure/measure-row.ts';
import { commandLine } from './measure/process-usage.ts';
import { memoryIn, processesOf, type Target } from './measure/target.ts';
import { rowsNamed } from './rows/all-rows.ts';
import { pageCursors } from './rows/page-cursors.ts';
import { knownTags, openApiPath } from './rows/known-tags.ts';
import { Made } from './rows/made.ts';
import { hasThin, type Measured, type Session } from './rows/row.ts';
import { searchTerms, type KnownContact } from './rows/search-terms.ts';
import type { SeedMarker, SeedUser } from './seed/seed-form.ts';
import { measuredUsers } from './seed/seed-users.ts';
import { seed } from './seed/seed.ts';
import { createApiKey, deleteApiKey } from './stack/api-key.ts';
import type { Backlog } from './stack/backlog.ts';
import { withMongo } from './stack/connect-mongo.ts';
import { copyData } from './stack/copy-data.ts';
import { logIn } from './stack/log-in.ts';
import type { Installation } from './stack/open-installation.ts';
import { ownTools, toolsOf, type StackTools } from './stack/stack-tools.ts';
import { waitUntilIdle } from './stack/wait-until-idle.ts';
import { startThin } from './thin/start-thin.ts';

export type BenchResult = Awaited<ReturnType<typeof runBench>>;

export async function runBench(config: BenchConfig, { guard, report }: { guard: Guard; report: Report }) {
  const rows = rowsNamed(config.only, [reindexName, ...liveNames]);
  const liveRows = liveRowsNamed(config.only);
  const marker = await seed(config, { guard, report });
  const { dataDir, seconds, rounds, seedOnly } = config;
  const isMeasured = !seedOnly && rows.length + liveRows.length > 0;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const about = { size: marker.size, seconds, rounds, machine };
  const closers: (() => Promise<void>)[] = [];
  const open = async (tools: StackTools, places: Places): Promise<Opened> => {
    const installation = await tools.openInstallation(places, { guard, report });
    closers.push(installation.stop);
    const backlog = await tools.openBacklog(installation.stack, report);
    closers.push(backlog.close);
    await backlog.settled();
    return { installation, backlog };
  };
  try {
    const besideDir = `${dataDir}-beside`;
    if (config.beside !== undefined) await copyData(dataDir, besideDir, { guard, report });
    const ours = await open(ownTools, config);
    const beside =
      config.beside === undefined
        ? undefined
        : await open(await toolsOf(config.beside), { ...config, dataDir: besideDir, profile: [] });
    const results: RowResult[] = await reindexed(config, { ours, beside, report });
    const memory = async () => ({
      ours: await memoryIn(ours.installation),
      ...(beside ? { beside: await memoryIn(beside.installation) } : {}),
    });
    if (!isMeasured) return { ...about, memory: await memory(), rows: results };
    const seedOfChoices = Date.now();
    const targetOf = async ({ installation, backlog }: Opened, others = {}): Promise<Target> => ({
      urls: installation.services.gatewayUrls,
      asAdmin: installation.asAdmin,
      processes: processesOf(installation, others),
      measured: await measuredOf(installation, marker, seedOfChoices),
      made: new Made(),
      settled: backlog.settled,
      idle: () => waitUntilIdle(installation.stack.mongodbUrl),
    });
    const { mongodbUrl } = ours.installation.stack;
    const thin = rows.some(hasThin)
      ? await startThin({ mongodbUrl, dataDir, guard, report, openApi: await openApiOf(ours) })
      : undefined;
    if (thin) closers.push(thin.stop);
    const others = thin && { thin: thin.pid };
    const first = await targetOf(ours, others);
    const besideTarget = beside && (await targetOf(beside));
    const samples = rows.some((row) => 'floor' in row || 'hasChain' in row)
      ? await samplesOf(ours, first.measured)
      : undefined;
    const floor = samples && (await floorOf(ours, { samples, measured: first.measured, report }));
    if (floor) closers.push(floor.close);
    const { stack } = ours.installation;
    const natsBinary = natsBinaryOf(stack);
    if (!natsBinary) report('The chain is not measured: NATS is not a process of this machine.');
    const chain =
      samples && natsBinary && rows.some((row) => 'hasChain' in row)
        ? await startChain(stack, { samples, natsBinary, dataDir, guard, report })
        : undefined;
    if (chain) closers.push(chain.stop);
    const processes = processesOf(ours.installation, { ...others, ...chain?.pids });
    const target = { ...first, processes };
    await target.settled();
    await besideTarget?.settled();
    for (const row of rows) {
      report(`Measuring ${row.title} …`);
      const sides = { ours: target, beside: besideTarget, thinUrl: thin?.url ?? '', chain, floor };
      results.push(await measureRow(row, { ...config, ...sides }));
    }
    for (const row of liveRows) {
      report(`Measuring ${row.name} …`);
      const { gatewayUrl } = ours.installation.services;
      const { users } = marker;
      const logInAll = (some: readonly SeedUser[]) => sessionsOf(gatewayUrl, some, marker.password);
      results.push(...(await row.measure({ ...config, target, users, logIn: logInAll })));
    }
    const atEnd = await memory();
    await removeMade(ours, target, report);
    if (beside && besideTarget) await removeMade(beside, besideTarget, report);
    return { ...about, memory: atEnd, rows: results };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

type Places = Parameters<StackTools['openInstallation']>[0];

/** A running installation, and the work that its services still have to do. */
interface Opened {
  installation: Installation;
  backlog: Backlog;
}

/** Rebuilds the index of each installation if that is measured, or if the index lacks records. */
async function reindexed(
  config: BenchConfig,
  { ours, beside, report }: { ours: Opened; beside: Opened | undefined; report: Report },
): Promise<RowResult[]> {
  const rebuild = async ({ installation }: Opened) => {
    if (!isReindexAsked(config) && (await isIndexed(installation.stack.mongodbUrl))) return undefined;
    return measureReindex(installation, processesOf(installation), report);
  };
  const result = await rebuild(ours);
  const besideResult = beside && (await rebuild(beside));
  if (!result) return [];
  if (!besideResult) return [result];
  const besideRatio = ratioTo(result.ours, besideResult.ours);
  return [{ ...result, beside: besideResult.ours, besideRatio }];
}

/** The file of the running NATS server; undefined if it runs elsewhere. */
function natsBinaryOf({ servers }: Installation['stack']): string | undefined {
  const pid = servers.find(({ name }) => name === 'nats')?.pid;
  return pid === undefined ? undefined : commandLine(pid)[0];
}

function samplesOf({ installation, backlog }: Opened, measured: Measured): Promise<Samples> {
  const { stack, services } = installation;
  return takeSamples(measured, { url: services.gatewayUrl, mongodbUrl: stack.mongodbUrl, backlog });
}

/** The OpenAPI document without the types of the installation. */
async function openApiOf({ installation }: Opened): Promise<string> {
  return (await fetch(installation.services.gatewayUrl + openApiPath)).text();
}

function floorOf(
  { installation }: Opened,
  { samples, measured, report }: { samples: Samples; measured: Measured; report: Report },
): Promise<Floor> {
  const { contactIds } = measured;
  return prepareFloor(installation.stack.mongodbUrl, { samples, contactIds, report });
}

async function removeMade(
  { installation }: Opened,
  { made, measured }: Target,
  report: Report,
): Promise<void> {
  const { administrator, apiKey } = measured;
  if (apiKey) await deleteApiKey(installation.services.gatewayUrl, administrator.token, apiKey);
  await made.remove(installation.postsUrl, administrator.token, report);
}

/** Whether to measure the rebuild of the index, which takes minutes: on request, and with small contacts as part of the search. */
function isReindexAsked({ only, small }: BenchConfig): boolean {
  return only.includes(reindexName) || (small && (only.length === 0 || only.includes('search')));
}

function isIndexed(mongodbUrl: string): Promise<boolean> {
  return withMongo(mongodbUrl, async (mongo) => {
    const count = (service: string) => mongo.of(service).collection('records').estimatedDocumentCount();
    const [there, known] = await Promise.all([count('records'), count('search')]);
    return known >= there;
  });
}

async function measuredOf(
  { stack, services, postsUrl }: Installation,
  marker: SeedMarker,
  seedOfChoices: number,
): Promise<Measured> {
  const { administrator, dispatcher, multipliers } = measuredUsers(marker);
  const { gatewayUrl } = services;
  const users = [administrator, dispatcher, ...multipliers];
  const [asAdministrator, asDispatcher, ...sessions] = await sessionsOf(gatewayUrl, users, marker.password);
  if (!asAdministrator || !asDispatcher) throw new Error('The administrator and a dispatcher must log in.');
  const contactIds = await contactIdsIn(stack.mongodbUrl);
  const choices = new Choices(seedOfChoices);
  const about = {
    administrator: asAdministrator,
    apiKey: await createApiKey(gatewayUrl, asAdministrator.token),
    dispatcher: asDispatcher,
    multipliers: sessions,
    contactIds,
    choices,
    terms: searchTerms(await someContacts(stack.mongodbUrl, contactIds, choices), choices),
  };
  const cursors = await pageCursors(postsUrl, about);
  return { ...about, tags: await knownTags(postsUrl, about), cursors };
}

async function sessionsOf(
  gatewayUrl: string,
  users: readonly SeedUser[],
  password: string,
): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const { id, username } of users)
    sessions.push({ userId: id, token: await logIn(gatewayUrl, { username, password }) });
  return sessions;
}

/** The ids of contacts, without those of users, some of which the administrator may not change. */
function contactIdsIn(mongodbUrl: string): Promise<number[]> {
  return withMongo(mongodbUrl, async (mongo) => {
    const filter = { postType: 'contacts', 'fields.type': 'access' };
    const records = mongo.of('records').collection<{ _id: number }>('records');
    const found = await records.find(filter, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  });
}

const sampleSize = 20_000;

/** Contacts at random, from which search terms are drawn. */
function someContacts(
  mongodbUrl: string,
  contactIds: readonly number[],
  choices: Choices,
): Promise<KnownContact[]> {
  const ids = Array.from({ length: sampleSize }, () => choices.one(contactIds));
  return withMongo(mongodbUrl, async (mongo) => {
    const records = mongo.of('records').collection<StoredContact>('records');
    const projection = { name: 1, 'fields.contact_phone.value': 1 };
    const found = await records.find({ _id: { $in: ids } }, { projection }).toArray();
    return found.map(({ name, fields }) => {
      return { name, phones: (fields?.contact_phone ?? []).map(({ value }) => value) };
    });
  });
}

interface StoredContact {
  _id: number;
  name: string;
  fields?: { contact_phone?: { value: string }[] };
}
