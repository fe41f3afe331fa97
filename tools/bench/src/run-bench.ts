import { cpus, totalmem } from 'node:os';
import { Choices } from '@svc/demo';
import type { Guard, Report } from '@svc/local-stack';
import type { BenchConfig } from './config.ts';
import { prepareFloor, type Floor } from './floor/floor.ts';
import { takeSamples } from './floor/take-samples.ts';
import { memoryOf } from './measure/memory.ts';
import { measureReindex, reindexName } from './measure/measure-reindex.ts';
import { measureRow } from './measure/measure-row.ts';
import { rowsNamed } from './rows/all-rows.ts';
import { knownTags } from './rows/known-tags.ts';
import { Made } from './rows/made.ts';
import { hasThin, type Measured } from './rows/row.ts';
import { searchTerms, type KnownContact } from './rows/search-terms.ts';
import type { SeedMarker } from './seed/seed-form.ts';
import { measuredUsers } from './seed/seed-users.ts';
import { seed } from './seed/seed.ts';
import { openBacklog } from './stack/backlog.ts';
import { withMongo } from './stack/connect-mongo.ts';
import { logIn } from './stack/log-in.ts';
import { openInstallation, type Installation } from './stack/open-installation.ts';
import { startThin, type ThinHandler } from './thin/start-thin.ts';

export type BenchResult = Awaited<ReturnType<typeof runBench>>;

export async function runBench(config: BenchConfig, { guard, report }: { guard: Guard; report: Report }) {
  const rows = rowsNamed(config.only, [reindexName]);
  const marker = await seed(config, { guard, report });
  const { seconds, rounds, seedOnly } = config;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const about = { size: marker.size, seconds, rounds, machine };
  const installation = await openInstallation(config, { guard, report });
  const { mongodbUrl } = installation.stack;
  const backlog = await openBacklog(installation.stack, report);
  let floor: Floor | undefined;
  let thin: ThinHandler | undefined;
  try {
    await backlog.settled();
    const isReindexed = isReindexAsked(config) || !(await isIndexed(mongodbUrl));
    const results = isReindexed
      ? [await measureReindex(installation, processesOf(installation), report)]
      : [];
    if (seedOnly || rows.length === 0)
      return { ...about, memory: await memoryBySide(installation), rows: results };
    const measured = await measuredOf(installation, marker);
    if (rows.some(hasThin)) thin = await startThin({ mongodbUrl, dataDir: config.dataDir, guard, report });
    if (rows.some((row) => 'floor' in row)) {
      const samples = await takeSamples(measured, {
        url: installation.services.gatewayUrl,
        mongodbUrl,
        backlog,
      });
      floor = await prepareFloor(mongodbUrl, { samples, contactIds: measured.contactIds, report });
    }
    const made = new Made();
    const urls = { oursUrls: installation.services.gatewayUrls, thinUrl: thin?.url ?? '', mongodbUrl };
    const processes = processesOf(installation, thin);
    await backlog.settled();
    await installation.asAdmin(async (admin) => {
      for (const row of rows) {
        report(`Measuring ${row.title} …`);
        results.push(
          await measureRow(row, { ...config, ...urls, measured, admin, floor, processes, made, backlog }),
        );
      }
    });
    const memory = await memoryBySide(installation);
    await made.remove(installation.postsUrl, measured.administrator.token, report);
    return { ...about, memory, rows: results };
  } finally {
    await floor?.close();
    await thin?.stop();
    await backlog.close();
    await installation.stop();
  }
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

function processesOf({ stack, services }: Installation, thin?: ThinHandler): Map<string, number> {
  const processes = new Map<string, number>();
  const note = (name: string, pid: number | undefined) => pid !== undefined && processes.set(name, pid);
  for (const { label, pid } of services.instances) note(label, pid);
  for (const { name, pid } of stack.servers) note(name, pid);
  note('thin', thin?.pid);
  return processes;
}

async function memoryBySide(installation: Installation) {
  const { instances } = installation.services;
  const ours = await memoryOf({
    processes: processesOf(installation),
    services: instances.map(({ label }) => label),
    recordsUrls: instances.filter(({ service }) => service === 'records').map(({ opsUrl }) => opsUrl),
  });
  return { ours };
}

async function measuredOf(
  { stack, services, postsUrl }: Installation,
  marker: SeedMarker,
): Promise<Measured> {
  const { administrator, dispatcher, multipliers } = measuredUsers(marker);
  const sessionOf = async ({ id, username }: { id: number; username: string }) => ({
    userId: id,
    token: await logIn(services.gatewayUrl, { username, password: marker.password }),
  });
  const sessions = [];
  for (const user of multipliers) sessions.push(await sessionOf(user));
  const contactIds = await contactIdsIn(stack.mongodbUrl);
  const choices = new Choices(Date.now());
  const about = {
    administrator: await sessionOf(administrator),
    dispatcher: await sessionOf(dispatcher),
    multipliers: sessions,
    contactIds,
    choices,
    terms: searchTerms(await someContacts(stack.mongodbUrl, contactIds, choices), choices),
  };
  return { ...about, tags: await knownTags(postsUrl, about) };
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
