import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { recordsNoteBackup } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { keyFileOption, readGiven, readSecret, type SecretOptions } from '../backup/backup-secret.ts';
import { withDatabases, type Databases } from '../databases.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { checkBackup, restoreBackup, type Checked } from '../backup/restore-backup.ts';
import { readAdminConfig } from '../config.ts';
import type { Tombstone } from '../erasing/traces.ts';
import { explainError } from '../explain-error.ts';
import { findDeployment, findMongodb } from '../find-deployment.ts';
import { ProgressReport } from '../progress.ts';
import { withBus, withDeployment } from '../services.ts';
import { printError, printLine, type Terminal } from '../terminal.ts';

export function addBackupCommands(admin: Command, terminal: Terminal): void {
  addBackup(admin, terminal);
  addRestore(admin, terminal);
}

/** `backup`: the services keep running meanwhile. */
function addBackup(parent: Command, terminal: Terminal): void {
  parent
    .command('backup')
    .description('write an encrypted, consistent snapshot of all stored data to a file')
    .argument(
      '<file>',
      'the backup; written as FILE.part until it is complete, and resumed from there after an interruption',
    )
    .option(...keyFileOption)
    .option('--json', 'print {"file","at","documents","bytes","seconds"}')
    .action(async (file: string, options: SecretOptions & { json?: true }) => {
      const path = resolve(file);
      const began = performance.now();
      const { at, documents } = await backUp(path, options, terminal);
      await noteBackup(at, terminal);
      const { size: bytes } = await stat(path);
      const seconds = (performance.now() - began) / 1_000;
      const size = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(0)} s`;
      const made = JSON.stringify({ file: path, at, documents, bytes, seconds });
      const text = `Wrote ${documents} documents as of ${at} to ${path}: ${size}.`;
      printLine(terminal, options.json ? made : text);
    });
}

/** Notes the backup in records, which reports when the next one is late. The backup is complete also when records does not answer. */
async function noteBackup(at: string, terminal: Terminal): Promise<void> {
  try {
    await withDeployment(readAdminConfig(terminal.env), ({ ask }) => ask(recordsNoteBackup, { at }));
  } catch (error) {
    printError(terminal, `The backup is complete, but records could not note it: ${explainError(error)}`);
  }
}

async function backUp(path: string, options: SecretOptions, terminal: Terminal) {
  const config = readAdminConfig(terminal.env);
  const { bus: busConfig } = await findDeployment(config);
  const url = await findMongodb(config);
  const secret = await readSecret(options, { config, terminal, isNew: true });
  const report = new ProgressReport(terminal);
  return withBus(busConfig, (bus) =>
    withDatabases(url, (databases) => makeBackup({ path, secret, databases, bus, report })),
  );
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
function addRestore(parent: Command, terminal: Terminal): void {
  parent
    .command('restore')
    .description('restore a backup into an empty installation whose services are stopped')
    .argument('<file>', 'the backup; it is verified completely before anything is written')
    .option(...keyFileOption)
    .option(
      '--erased <file>',
      'file with the persons erased since the backup: the output of `erase list --json`',
    )
    .option('--check', 'verify the backup without writing anything')
    .option('--json', 'print {"backup","at","moment","documents"}')
    .action(async (file: string, options: RestoreOptions) => {
      const config = readAdminConfig(terminal.env);
      const path = resolve(file);
      const url = options.check ? undefined : await findMongodb(config);
      const secret = await readSecret(options, { config, terminal, isNew: false });
      const report = new ProgressReport(terminal);
      const erased = options.erased === undefined ? [] : await readTombstones(options.erased);
      const checked = await checkBackup({ path, secret, report });
      const restore = (databases: Databases) =>
        restoreBackup({ path, secret, databases, report, erased }, checked);
      const done = url === undefined ? undefined : await withDatabases(url, restore);
      printLine(terminal, options.json ? jsonOf(checked) : textOf(path, checked, done));
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
