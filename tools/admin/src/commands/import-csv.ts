import { InvalidArgumentError, Option, type Command } from 'commander';
import { maxBatchItems } from '@svc/contracts';
import { importCsv } from '../csv-import/import-csv.ts';
import { ProgressReport } from '../progress.ts';
import { printAnswer } from '../services.ts';
import type { Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface Options {
  readonly map: ReadonlyMap<string, string>;
  readonly delimiter: string;
  readonly separator: string;
  readonly batch: number;
  readonly refused?: string;
  readonly checkForDuplicates?: string;
  readonly silent?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/** The exit code when rows were refused, also of a dry run. */
const rowsRefused = 1;

const batchSize = wholeNumber(1, maxBatchItems, `Must be a whole number from 1 to ${maxBatchItems}.`);

export function addImportCsv(parent: Command, terminal: Terminal): void {
  parent
    .command('csv')
    .description('create and update records from the rows of a CSV file; see docs/operations/importing.md')
    .argument('<type>', 'post type, for example contacts')
    .argument('<file>', 'CSV file in UTF-8, with the keys or labels of fields in its first line')
    .addOption(
      new Option('--map <title=key>', 'map a column to a field; without a key, skip the column')
        .argParser(mapped)
        .default(new Map(), 'none'),
    )
    .option('--delimiter <character>', 'separator of cells', oneCharacter, ',')
    .option('--separator <text>', 'separator of values within a cell', ';')
    .option(
      '--check-for-duplicates <keys>',
      'comma-separated keys of fields: update an existing record that has the same value',
    )
    .option('--silent', 'send no notifications')
    .option('--batch <number>', 'rows per request', batchSize, 200)
    .option('--refused <file>', 'file for refused rows (default: FILE.refused.csv)')
    .option('--dry-run', 'check the columns and cells of all rows without sending any')
    .option('--json', 'print {"rows":…,"done":…,"refused":…,"refusedFile":…}')
    .action(async (postType: string, file: string, options: Options) => {
      const { map: mapping, delimiter, separator, batch, refused, checkForDuplicates = '' } = options;
      const duplicateFields = checkForDuplicates.split(',').filter((key) => key.trim() !== '');
      await printAnswer(terminal, options, {
        work: async (ask) => {
          const imported = await importCsv(ask, new ProgressReport(terminal), {
            postType,
            file,
            mapping,
            delimiter,
            separator,
            duplicateFields,
            batchSize: batch,
            refusedFile: refused ?? `${file}.refused.csv`,
            silent: options.silent === true,
            isDryRun: options.dryRun === true,
          });
          if (imported.refused > 0) terminal.exitCode = rowsRefused;
          return imported;
        },
        inWords: (imported) => inWords(imported, options),
      });
    });
}

type Imported = Awaited<ReturnType<typeof importCsv>>;

function inWords({ rows, done, refused, refusedFile }: Imported, { dryRun }: Options): string {
  const written = dryRun ? 'valid' : 'written';
  const first = `Rows: ${rows} read, ${done} ${written}, ${refused} refused.`;
  return refusedFile === undefined
    ? first
    : `${first}\nThe refused rows are in ${refusedFile}, with the reason in the last column. Correct them there, then import that file.`;
}

function mapped(sent: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = sent.lastIndexOf('=');
  if (at < 1)
    throw new InvalidArgumentError('Must be TITLE=KEY: the title of a column and the key of a field.');
  return new Map([...before, [sent.slice(0, at).trim(), sent.slice(at + 1).trim()]]);
}

function oneCharacter(sent: string): string {
  const character = sent === '\\t' ? '\t' : sent;
  if (character.length === 1) return character;
  throw new InvalidArgumentError('Must be one character, or \\t for a tab.');
}
