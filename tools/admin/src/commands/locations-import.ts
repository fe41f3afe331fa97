import type { Command } from 'commander';
import { recordsImportLocations, type LocationRow } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { explainError } from '../explain-error.ts';
import { withServices, type Ask } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readLocations } from './read-locations.ts';

/** As many rows as one operation takes. */
const batchSize = 1_000;
const reportedEvery = 10_000;
/** More of what is wrong nobody reads. */
const mostShown = 20;

interface Counts {
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
}

/** `locations import`: checks the whole file, then imports it; a file with a wrong row changes nothing. */
export function addLocationsImport(parent: Command, terminal: Terminal): void {
  parent
    .command('import')
    .description('add the rows of a file to the location grid, or change them; may be repeated')
    .argument('<file>', 'TSV file in the public form of the location grid')
    .option('--json', 'print {"rows":…,"added":…,"changed":…,"unchanged":…}')
    .action(async (file: string, options: { json?: true }) => {
      const config = readAdminConfig(terminal.env);
      const rows = await checkFile(file);
      terminal.stderr.write(`${file}: ${rows} rows, all of them right\n`);
      const counts = await withServices(config, (ask) => importFile({ file, rows, ask, terminal }));
      const { added, changed, unchanged } = counts;
      const text = `Imported ${counts.rows} rows of the location grid: ${added} new, ${changed} changed, ${unchanged} as before.`;
      printLine(terminal, options.json ? JSON.stringify(counts) : text);
    });
}

/**
 * The number of rows of a file without a mistake.
 * @throws AdminError naming lines and columns.
 */
async function checkFile(file: string): Promise<number> {
  const lines = new Map<number, number>();
  const shown: string[] = [];
  let wrong = 0;
  for await (const read of readLocations(file)) {
    const problems = 'problems' in read ? read.problems : twice(read.row, lines.get(read.row.grid_id));
    if ('row' in read) lines.set(read.row.grid_id, read.line);
    wrong += problems.length;
    shown.push(...problems.slice(0, mostShown - shown.length).map((what) => `${file}:${read.line}: ${what}`));
  }
  if (wrong === 0 && lines.size > 0) return lines.size;
  if (wrong === 0) throw new AdminError(`${file} has no rows. Nothing was imported.`);
  const more = wrong > shown.length ? [`… and ${wrong - shown.length} more`] : [];
  throw new AdminError([...shown, ...more, 'Nothing was imported.'].join('\n'));
}

function twice({ grid_id: id }: LocationRow, line: number | undefined): string[] {
  return line === undefined ? [] : [`column grid_id has ${id}, as line ${line} has already`];
}

async function importFile(work: {
  file: string;
  rows: number;
  ask: Ask;
  terminal: Terminal;
}): Promise<Counts> {
  const { file, rows, ask, terminal } = work;
  let counts: Counts = { rows: 0, added: 0, changed: 0, unchanged: 0 };
  for await (const batch of batches(file)) {
    const done = await ask(recordsImportLocations, { rows: batch }).catch((cause: unknown) => {
      const state = `${counts.rows} of ${rows} rows are imported. Importing the file once more completes it.`;
      throw new AdminError(`${explainError(cause)}\n${state}`, { cause });
    });
    counts = {
      rows: counts.rows + batch.length,
      added: counts.added + done.added,
      changed: counts.changed + done.changed,
      unchanged: counts.unchanged + done.unchanged,
    };
    if (counts.rows % reportedEvery === 0 || counts.rows === rows)
      terminal.stderr.write(`${counts.rows} of ${rows} rows imported\n`);
  }
  return counts;
}

async function* batches(file: string): AsyncGenerator<LocationRow[]> {
  let batch: LocationRow[] = [];
  for await (const read of readLocations(file)) {
    if (!('row' in read)) throw new AdminError(`${file}:${read.line}: has changed since it was checked.`);
    batch.push(read.row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
