import type { Command } from 'commander';
import {
  recordsBeginGridReplacement,
  recordsFinishGridReplacement,
  recordsImportLocations,
  type LocationRow,
} from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { explainError } from '../explain-error.ts';
import { withDeployment, type Ask } from '../services.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { readLocations } from './read-locations.ts';

/** The maximum number of rows of one operation. */
const batchSize = 1_000;
const reportedEvery = 10_000;
const maxShown = 20;

/** `locations import`: checks the whole file before it imports anything. */
export function addLocationsImport(parent: Command, terminal: Terminal): void {
  parent
    .command('import')
    .description('import rows of the location grid from a file; safe to repeat')
    .argument('<file>', 'TSV file in the public format of the location grid')
    .option('--json', 'print {"rows":…,"added":…,"changed":…,"unchanged":…,"removed":…,"kept":…}')
    .action(async (file: string, options: { json?: true }) => {
      const config = readAdminConfig(terminal.env);
      const checked = await checkFile(file);
      terminal.stderr.write(`${file}: ${checked.rows} rows, all valid\n`);
      const counts = await withDeployment(config, ({ ask }) => importGrid({ ...checked, ask, terminal }));
      printLine(terminal, options.json ? JSON.stringify(counts) : textOf(counts));
    });
}

function textOf({ rows, added, changed, unchanged, removed, kept }: Imported): string {
  const imported = `Imported ${rows} rows of the location grid: ${added} new, ${changed} changed, ${unchanged} unchanged.`;
  if (removed + kept === 0) return imported;
  const named = kept === 0 ? '' : `; ${kept} are kept because records or users refer to them`;
  return `${imported}\nReplaced the built-in grid: ${removed} of its rows are removed${named}.`;
}

/**
 * Checks a file. One with countries is a whole grid and replaces the built-in one; without countries its rows are added.
 * @throws AdminError that names the wrong lines and columns.
 */
async function checkFile(file: string) {
  let hasCountries = false;
  const lines = new Map<number, number>();
  const shown: string[] = [];
  let wrong = 0;
  for await (const read of readLocations(file)) {
    const problems = 'problems' in read ? read.problems : twice(read.row, lines.get(read.row.grid_id));
    if ('row' in read) {
      lines.set(read.row.grid_id, read.line);
      hasCountries ||= read.row.level === 0;
    }
    wrong += problems.length;
    shown.push(...problems.slice(0, maxShown - shown.length).map((what) => `${file}:${read.line}: ${what}`));
  }
  if (wrong === 0 && lines.size > 0) return { file, rows: lines.size, hasCountries };
  if (wrong === 0) throw new AdminError(`${file} has no rows. Nothing was imported.`);
  const more = wrong > shown.length ? [`… and ${wrong - shown.length} more`] : [];
  throw new AdminError([...shown, ...more, 'Nothing was imported.'].join('\n'));
}

function twice({ grid_id: id }: LocationRow, line: number | undefined): string[] {
  return line === undefined ? [] : [`column grid_id repeats ${id} from line ${line}`];
}

type Import = Awaited<ReturnType<typeof checkFile>> & { readonly ask: Ask; readonly terminal: Terminal };

type Imported = Awaited<ReturnType<typeof importGrid>>;

/** With the rows of the built-in grid that were removed, and those kept because records or users refer to them. */
async function importGrid(work: Import) {
  const { ask, hasCountries } = work;
  if (!hasCountries) return { ...(await importFile(work)), removed: 0, kept: 0 };
  await ask(recordsBeginGridReplacement, {});
  const counts = await importFile(work);
  const replaced = await ask(recordsFinishGridReplacement, {}).catch((cause: unknown) => {
    const state = 'All rows are imported, but the replacement of the built-in grid may be incomplete.';
    throw new AdminError(`${explainError(cause)}\n${state} Import the file again to complete it.`, {
      cause,
    });
  });
  return { ...counts, ...replaced };
}

async function importFile(work: Import) {
  const { file, rows, ask, terminal } = work;
  const counts = { rows: 0, added: 0, changed: 0, unchanged: 0 };
  for await (const batch of batches(file)) {
    const done = await ask(recordsImportLocations, { rows: batch }).catch((cause: unknown) => {
      const state = `${counts.rows} of ${rows} rows are imported. Import the file again to complete it.`;
      throw new AdminError(`${explainError(cause)}\n${state}`, { cause });
    });
    counts.rows += batch.length;
    for (const kind of ['added', 'changed', 'unchanged'] as const) counts[kind] += done[kind];
    if (counts.rows % reportedEvery === 0 || counts.rows === rows)
      terminal.stderr.write(`${counts.rows} of ${rows} rows imported\n`);
  }
  return counts;
}

async function* batches(file: string): AsyncGenerator<LocationRow[]> {
  let batch: LocationRow[] = [];
  for await (const read of readLocations(file)) {
    if (!('row' in read))
      throw new AdminError(`${file}:${read.line}: the file changed after it was checked. Import it again.`);
    batch.push(read.row);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
