import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsCoreSettings, usersRoles } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { patientAsk } from '../patient-ask.ts';
import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';
import { openCheckpoint } from './checkpoint.ts';
import { extensionText, isComplete, missingDeclarations, type MissingDeclarations } from './declarations.ts';
import { IdList } from './id-list.ts';
import { ImportReport } from './import-report.ts';
import { LeftOutReport } from './left-out.ts';
import { moveConnections } from './move-connections.ts';
import { moveFilters } from './move-filters.ts';
import { moveRecords } from './move-records.ts';
import { moveUsers, readUsers, type SourceUser } from './move-users.ts';
import { reportRefusal, type Move, type MoveOfRecords } from './move.ts';
import { readPasswords } from './read-passwords.ts';
import { coreSettingsSchema, ownUserSchema, sourceListSchema, type SourceType } from './source-answers.ts';
import { SourceClient, SourceRefusal, type SourceAccount } from './source-client.ts';

interface MoveInOptions {
  readonly account: SourceAccount;
  /** The folder for checkpoint, report and declarations. */
  readonly directory: string;
  readonly concurrency: number;
  /** Imports despite missing declarations, and leaves out the data of undeclared types and fields. */
  readonly skipMissing: boolean;
  readonly isDryRun: boolean;
  /** The CSV file with the hashes of the users' passwords; undefined to import none. */
  readonly passwords?: string | undefined;
}

export type MovedIn = Awaited<ReturnType<typeof moveIn>>;

/** Imports another installation into the one that `ask` reaches. Called again after an interruption, it continues. */
export async function moveIn(ask: Ask, progress: ProgressReport, options: MoveInOptions) {
  try {
    return await moveOrCompare(ask, progress, options);
  } finally {
    progress.end();
  }
}

async function moveOrCompare(ask: Ask, progress: ProgressReport, options: MoveInOptions) {
  const { account, directory, concurrency } = options;
  const passwords = await readPasswords(options.passwords);
  await mkdir(directory, { recursive: true });
  const checkpoint = await openCheckpoint(directory, account.url);
  const isResumed = checkpoint.isResumed && !options.isDryRun;
  const leftOut = options.isDryRun ? 'dry-run.jsonl' : 'left-out.jsonl';
  const move: Move = {
    source: new SourceClient(account),
    name: account.url,
    ask: patientAsk(ask),
    checkpoint,
    leftOut: await LeftOutReport.open(join(directory, leftOut), {
      keep: isResumed ? checkpoint.reported : 0,
    }),
    progress,
    concurrency,
    tally: new Map(),
    report: new ImportReport(),
    ids: new IdList(join(directory, 'ids.csv')),
  };
  if (isResumed) progress.say('Resuming the interrupted import.');
  const { post_types: declared } = await readSettings(move.source, options.account);
  const { types, totals } = await readable(move, declared);
  const users = await readUsers(move);
  const missing = await compare(move, types, { users, options });
  const { report } = move;
  if (options.isDryRun) return { done: dryRun(users, totals), report, leftOut: move.leftOut, missing };
  await move.ids.start(isResumed ? checkpoint.listed : 0);
  await moveAll(move, types, withPasswords(users, passwords));
  await move.checkpoint.remove();
  return { done: Object.fromEntries(move.tally), report, leftOut: move.leftOut, missing };
}

/** The first request: it shows whether the source has the API at all. @throws AdminError when it does not. */
async function readSettings(source: SourceClient, { url }: SourceAccount) {
  const path = 'dt-core/v1/settings';
  return source.get(path, coreSettingsSchema).catch((error: unknown) => {
    if (!(error instanceof SourceRefusal && error.status === 404)) throw error;
    throw new AdminError(
      `${url} does not have the API of Disciple.Tools: it answers 404 to /wp-json/${path}. If the source is a Records Service, set NAMESPACE_PREFIXES=svc,dt for its services and restart them. Otherwise check --url, and that the theme Disciple.Tools is active there.`,
      { cause: error },
    );
  });
}

function withPasswords(
  users: readonly SourceUser[],
  hashes: ReadonlyMap<number, string>,
): readonly SourceUser[] {
  return users.map((user) => {
    const hash = hashes.get(user.source_id);
    return hash === undefined ? user : { ...user, password_hash: hash };
  });
}

/** Keys become path segments. */
const isKey = /^[\w-]+$/;

/** The types whose records the account may list, with their number of records, the smallest first. */
async function readable({ source, leftOut }: Move, declared: Readonly<Record<string, SourceType>>) {
  const totals = new Map<string, number>();
  for (const key of Object.keys(declared).filter((each) => isKey.test(each))) {
    const list = await source
      .get(`dt-posts/v2/${key}`, sourceListSchema, { limit: 1 })
      .catch(reportRefusal(leftOut, { what: key, reason: 'They could not be listed' }));
    if (list) totals.set(key, list.total);
  }
  const keys = [...totals.keys()].sort((one, other) => (totals.get(one) ?? 0) - (totals.get(other) ?? 0));
  const types = Object.fromEntries(
    keys.flatMap((key) => (declared[key] ? [[key, declared[key]] as const] : [])),
  );
  return { types, totals };
}

async function compare(
  { ask, name }: Move,
  types: Readonly<Record<string, SourceType>>,
  { users, options }: { users: readonly SourceUser[]; options: MoveInOptions },
): Promise<MissingDeclarations> {
  const { post_types: here } = await ask(recordsCoreSettings, {});
  const { roles: known } = await ask(usersRoles, {});
  const used = users.flatMap(({ roles }) => roles);
  const missing = missingDeclarations(types, here, { used, known: new Set(known) });
  if (isComplete(missing)) return missing;
  const file = join(options.directory, 'declarations.mjs');
  await writeFile(file, extensionText(name, missing));
  if (options.skipMissing || options.isDryRun) return missing;
  throw new AdminError(
    [
      'The source has post types, fields, options or roles that are not declared here. Nothing was imported.',
      `Review ${file}, add it to EXTENSIONS, restart the services and run the command again;`,
      'or run it with --skip-missing, which leaves out the data that belongs to them.',
    ].join('\n'),
  );
}

/** Requests for each record, and the measured requests a second of a source: an estimate for the dry run. */
const cost = { reads: 4, perSecond: 75 };

function dryRun(users: readonly SourceUser[], totals: ReadonlyMap<string, number>) {
  const records = [...totals.values()].reduce((sum, total) => sum + total, 0);
  const minutes = Math.ceil((records * cost.reads) / cost.perSecond / 60);
  return { users: users.length, ...Object.fromEntries(totals), 'minutes of reading': minutes };
}

async function moveAll(
  move: Move,
  types: MoveOfRecords['types'],
  users: readonly SourceUser[],
): Promise<void> {
  const { roles } = await move.ask(usersRoles, {});
  const ids = await moveUsers(move, users, new Set(roles));
  const own = await move.source.get('dt/v1/user/my', ownUserSchema);
  const { post_types: here } = await move.ask(recordsCoreSettings, {});
  const records: MoveOfRecords = { ...move, users: ids, ownId: ids.get(own.ID), types };
  const keys = Object.keys(types).filter((key) => key in here);
  for (const key of Object.keys(types).filter((each) => !keys.includes(each)))
    await move.leftOut.add({ what: key, reason: 'The post type is not declared here.' });
  for (const key of keys) await moveRecords(records, key);
  for (const key of keys) await moveConnections(records, key);
  for (const key of keys) await moveFilters(records, key);
}
