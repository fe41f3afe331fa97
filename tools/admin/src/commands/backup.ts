import type { Command } from 'commander';
import { z } from 'zod';
import { recordsNoteBackup, recordsNoteDrill } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { keyFileOption, readGiven, readSecret, type SecretOptions } from '../backup/backup-secret.ts';
import { newName, type StoredBackup } from '../backup/backup-place.ts';
import { findBackup, findUnfinished, openPlace, openStored, pruneBackups } from '../backup/find-backup.ts';
import type { Secret } from '../backup/seal.ts';
import { withDatabases, withScratch, type Databases } from '../databases.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { drillRestore, scratchUrl } from '../backup/restore-drill.ts';
import { checkBackup, restoreBackup, type Checked } from '../backup/restore-backup.ts';
import { readAdminConfig, type AdminConfig } from '../config.ts';
import type { Tombstone } from '../erasing/traces.ts';
import { explainError } from '../explain-error.ts';
import { findDeployment, findMongodb } from '../find-deployment.ts';
import { noteAudit } from '../note-audit.ts';
import { ProgressReport } from '../progress.ts';
import { withBus, withDeployment, type Ask } from '../services.ts';
import { wholeNumber } from './whole-number.ts';
import { printError, printLine, type Terminal } from '../terminal.ts';

interface BackupOptions extends SecretOptions {
  readonly to?: string;
  readonly keep?: number;
  readonly verify?: true;
  readonly json?: true;
}

const maxKept = wholeNumber(1, 10_000, 'Must be a whole number from 1 to 10000.');

/** `backup`: the services keep running meanwhile. */
export function defineBackup(backup: Command, terminal: Terminal): void {
  addDrill(backup, terminal);
  backup
    .argument(
      '[file]',
      'the backup, or s3://BUCKET/KEY; a file is written as FILE.part until it is complete, and resumed from there after an interruption',
    )
    .option(
      '--to <place>',
      'a folder or s3://BUCKET/PREFIX for backups, instead of a file; their names have the time',
    )
    .option('--keep <number>', 'then delete all but the newest backups of --to', maxKept)
    .option('--verify', 'then read the whole backup from where it is stored, and check it')
    .option(...keyFileOption)
    .option('--json', 'print {"file","at","documents","bytes","seconds","verified","deleted"}')
    .action(async (file: string | undefined, options: BackupOptions, command: Command) => {
      if ((file === undefined) === (options.to === undefined))
        command.error('error: name either a file or a place with --to');
      if (options.keep !== undefined && options.to === undefined)
        command.error('error: --keep needs a place with --to');
      const config = readAdminConfig(terminal.env);
      const target = await targetOf(options.to ?? file ?? '', { options, config });
      try {
        await runBackup(target, { options, config, terminal });
      } finally {
        target.place.close();
      }
    });
}

interface Target extends StoredBackup {
  readonly unfinished: string | undefined;
}

async function targetOf(
  address: string,
  { options: { to }, config }: { options: BackupOptions; config: AdminConfig },
): Promise<Target> {
  if (to !== undefined) {
    const place = await openPlace(to, config);
    return { place, name: newName(new Date()), unfinished: await findUnfinished(place) };
  }
  const stored = await openStored(address, config);
  const { place, name } = stored;
  return { ...stored, unfinished: (await place.parts?.has(name)) ? name : undefined };
}

interface Running {
  readonly options: BackupOptions;
  readonly config: AdminConfig;
  readonly terminal: Terminal;
}

async function runBackup(target: Target, { options, config, terminal }: Running): Promise<void> {
  const { place } = target;
  const began = performance.now();
  const secret = await readSecret(options, { config, terminal, isNew: true });
  const report = new ProgressReport(terminal);
  await noteAudit(terminal, { action: 'backup.made', subject: 'backups' });
  const { name, at, documents } = await backUp({ ...target, secret, report }, config);
  if (options.verify) await checkBackup({ place, name, secret, report });
  await note(terminal, 'The backup is complete', (ask) => ask(recordsNoteBackup, { at }));
  const deleted = options.keep === undefined ? [] : await pruneBackups(place, options.keep);
  const file = place.addressOf(name);
  const bytes = await sizeOf({ place, name });
  const seconds = (performance.now() - began) / 1_000;
  const made = JSON.stringify({
    file,
    at,
    documents,
    bytes,
    seconds,
    verified: options.verify === true,
    deleted,
  });
  const parts = [
    `Wrote ${documents} documents as of ${at} to ${file}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(0)} s.`,
    ...(options.verify ? ['The stored backup is intact.'] : []),
    ...(deleted.length > 0 ? [`Deleted older backups: ${deleted.join(', ')}.`] : []),
  ];
  printLine(terminal, options.json ? made : parts.join(' '));
}

async function sizeOf({ place, name }: StoredBackup): Promise<number> {
  const source = await place.read(name);
  await source.close();
  return source.size;
}

/** Notes an outcome in records, which reports what is late or failed. The outcome stands also when records does not answer. */
async function note(terminal: Terminal, outcome: string, ask: (ask: Ask) => Promise<unknown>): Promise<void> {
  try {
    await withDeployment(readAdminConfig(terminal.env), (connected) => ask(connected.ask));
  } catch (error) {
    printError(terminal, `${outcome}, but records could not note it: ${explainError(error)}`);
  }
}

async function backUp(
  work: Target & { readonly secret: Secret; readonly report: ProgressReport },
  config: AdminConfig,
) {
  const { bus: busConfig } = await findDeployment(config);
  const url = await findMongodb(config);
  return withBus(busConfig, (bus) =>
    withDatabases(url, (databases) => makeBackup({ ...work, databases, bus })),
  );
}

interface DrillOptions extends SecretOptions {
  readonly maxAge?: number;
  readonly json?: true;
}

const maxAgeHours = wholeNumber(1, 100_000, 'Must be a whole number of hours, at least 1.');

/** `backup drill`: proves that the backups can be restored. */
function addDrill(backup: Command, terminal: Terminal): void {
  backup
    .command('drill')
    .description('restore a backup into scratch databases, compare their counts, and drop them')
    .argument(
      '<file>',
      'the backup, or s3://BUCKET/KEY; of a folder or an address that ends in a slash the newest one',
    )
    .option('--max-age <hours>', 'fail when the backup is older than this', maxAgeHours)
    .option(...keyFileOption)
    .option('--json', 'print {"file","at","documents","collections","seconds"}')
    .action(async (file: string, options: DrillOptions) => {
      const config = readAdminConfig(terminal.env);
      const began = performance.now();
      const report = new ProgressReport(terminal);
      const noteDrill = (failure?: string) =>
        note(terminal, 'The drill is over', (ask) =>
          ask(recordsNoteDrill, { at: new Date().toISOString(), failure }),
        );
      try {
        const drilled = await drill(file, { options, config, terminal, report });
        await noteDrill();
        const seconds = (performance.now() - began) / 1_000;
        const { file: address, at, documents, collections } = drilled;
        const text = `Restored ${documents} documents of ${collections} collections from ${address}, as of ${at}, in ${seconds.toFixed(0)} s. All counts are right.`;
        printLine(terminal, options.json ? JSON.stringify({ ...drilled, seconds }) : text);
      } catch (error) {
        await noteDrill(explainError(error));
        throw error;
      }
    });
}

async function drill(
  address: string,
  {
    options,
    config,
    terminal,
    report,
  }: Running & { readonly options: DrillOptions; readonly report: ProgressReport },
) {
  const secret = await readSecret(options, { config, terminal, isNew: false });
  const url = scratchUrl(config.DRILL_MONGODB_URL ?? (await findMongodb(config)));
  const stored = await findBackup(address, config);
  try {
    const maxHours = options.maxAge;
    const done = await withScratch(url, (scratch) =>
      drillRestore({ ...stored, secret, scratch, report, maxHours }),
    );
    return { file: stored.place.addressOf(stored.name), ...done };
  } finally {
    stored.place.close();
  }
}

interface RestoreOptions extends SecretOptions {
  readonly erased?: string;
  readonly check?: true;
  readonly json?: true;
}

const erasedSchema = z.array(
  z.object({ id: z.int().positive(), post_type: z.string(), at: z.coerce.date() }),
);

/** @throws AdminError when the file is not a list as printed by `erase list --json`. */
async function readTombstones(file: string): Promise<Tombstone[]> {
  const text = (await readGiven(file)).toString('utf8');
  try {
    return erasedSchema
      .parse(JSON.parse(text))
      .map(({ id: _id, post_type: postType, at }) => ({ _id, postType, at }));
  } catch (cause) {
    throw new AdminError(`${file} does not have the format of \`erase list --json\`.`, { cause });
  }
}

/** `restore`: into an installation without data, before its services start. */
export function defineRestore(restore: Command, terminal: Terminal): void {
  restore
    .argument(
      '<file>',
      'the backup, or s3://BUCKET/KEY; of a folder or an address that ends in a slash the newest one. It is verified completely before anything is written',
    )
    .option(...keyFileOption)
    .option(
      '--erased <file>',
      'file with the persons erased since the backup: the output of `erase list --json`',
    )
    .option('--check', 'verify the backup without writing anything')
    .option('--json', 'print {"backup","at","moment","documents"}')
    .action(async (file: string, options: RestoreOptions) => {
      const config = readAdminConfig(terminal.env);
      const url = options.check ? undefined : await findMongodb(config);
      const secret = await readSecret(options, { config, terminal, isNew: false });
      const report = new ProgressReport(terminal);
      const erased = options.erased === undefined ? [] : await readTombstones(options.erased);
      const stored = await findBackup(file, config);
      try {
        const checked = await checkBackup({ ...stored, secret, report });
        const restore = (databases: Databases) =>
          restoreBackup({ ...stored, secret, databases, report, erased }, checked);
        const done = url === undefined ? undefined : await withDatabases(url, restore);
        const address = stored.place.addressOf(stored.name);
        printLine(terminal, options.json ? jsonOf(checked) : textOf(address, checked, done));
      } finally {
        stored.place.close();
      }
    });
}

function jsonOf({ begin: { backup, at, moment }, documents }: Checked): string {
  return JSON.stringify({ backup, at, moment, documents });
}

function textOf(path: string, { begin: { at }, documents }: Checked, done?: { erased: number }): string {
  const what = `${documents} documents as of ${at}`;
  if (!done) return `${path} is intact: ${what}.`;
  const { erased } = done;
  const without = erased === 0 ? '' : ` Erased persons left out: ${erased}.`;
  return `Restored ${what}.${without} Start the services: they build their indexes, and search rebuilds the search index.`;
}
