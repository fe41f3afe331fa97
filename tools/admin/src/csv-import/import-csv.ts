import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { recordsSettings } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';
import { columnsOf, itemOf, type Columns, type Mapping, type RowProblem } from './columns.ts';
import { csvRows, type CsvRow } from './csv-rows.ts';
import { RefusedRows } from './refused-rows.ts';
import { sendBatch, type BatchOptions } from './send-batch.ts';

interface CsvImport extends BatchOptions {
  readonly file: string;
  readonly refusedFile: string;
  readonly delimiter: string;
  readonly separator: string;
  readonly mapping: Mapping;
  readonly batchSize: number;
  /** Only reads and checks the rows; sends nothing. */
  readonly isDryRun: boolean;
}

type ReadRow = CsvRow & ReturnType<typeof itemOf>;

/** The maximum length of a batch in characters of JSON; a request may have twice as many bytes. */
const maxBatchLength = 500_000;
/** The number of problems printed; the file of refused rows has all. */
const maxShown = 20;

/**
 * Creates and updates records from the rows of a CSV file, a batch at a time. Importing the same file again within 24 hours writes no row twice.
 * @throws AdminError before anything is written when the file is not valid CSV or has unknown columns.
 */
export async function importCsv(ask: Ask, report: ProgressReport, wanted: CsvImport) {
  const { file, delimiter, refusedFile } = wanted;
  if (resolve(file) === resolve(refusedFile))
    throw new AdminError(`--refused names the imported file ${file}: choose another file for refused rows.`);
  const of = await countRows(file, delimiter);
  const digest = await digestOf(file);
  const rows = csvRows(file, delimiter);
  const { cells: titles } = (await rows.next()).value as CsvRow;
  const { fields } = await ask(recordsSettings, { post_type: wanted.postType });
  const columns = columnsOf(titles, { fields, mapping: wanted.mapping });
  // The refused rows of an earlier import are outdated.
  if (!wanted.isDryRun) await rm(refusedFile, { force: true });
  const refused = new RefusedRows(refusedFile, { delimiter, titles });
  let done = 0;
  try {
    for await (const batch of batchesOf(rows, columns, wanted)) {
      const outcomes = await write(ask, wanted, { batch, digest });
      for (const [index, row] of batch.entries()) {
        const problems = outcomes[index];
        if (problems) await refuse(row, problems, { refused, report, file });
        else done += 1;
      }
      report.show({ what: 'rows', done: done + refused.count, of });
    }
    // There is no file while no row is refused.
    return { rows: of, done, refused: refused.count, refusedFile: refused.file };
  } finally {
    report.end();
    await refused.close();
  }
}

/** Groups rows into batches, in the order of the file. Rows with problems stay in their place. */
async function* batchesOf(
  rows: AsyncIterable<CsvRow>,
  columns: Columns,
  { separator, batchSize }: CsvImport,
): AsyncGenerator<readonly ReadRow[]> {
  let batch: ReadRow[] = [];
  let length = 0;
  for await (const row of rows) {
    const read = { ...row, ...itemOf(row.cells, columns, separator) };
    batch.push(read);
    length += JSON.stringify('item' in read ? read.item : 0).length;
    if (batch.length < batchSize && length < maxBatchLength) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Writes a batch. Returns the problems of each row; undefined for rows that were written. */
async function write(
  ask: Ask,
  wanted: CsvImport,
  { batch, digest }: { batch: readonly ReadRow[]; digest: string },
): Promise<readonly (readonly RowProblem[] | undefined)[]> {
  const items = batch.flatMap((row) => ('item' in row ? [row.item] : []));
  const isSent = items.length > 0 && !wanted.isDryRun;
  const outcomes = isSent ? [...(await sendBatch(ask, wanted, { items, digest }))] : [];
  return batch.map((row) => ('problems' in row ? row.problems : outcomes.shift()));
}

async function refuse(
  { line, cells }: CsvRow,
  problems: readonly RowProblem[],
  { refused, report, file }: { refused: RefusedRows; report: ProgressReport; file: string },
): Promise<void> {
  await refused.add(cells, problems);
  if (refused.count > maxShown) return;
  for (const { field, what } of problems)
    report.say(`${file}:${line}: ${field === '' ? '' : `${field}: `}${what}`);
}

async function countRows(file: string, delimiter: string): Promise<number> {
  let rows = -1;
  for await (const _row of csvRows(file, delimiter)) rows += 1;
  if (rows < 1) throw new AdminError(`${file} has no rows after the header.`);
  return rows;
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
