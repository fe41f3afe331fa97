import { createReadStream } from 'node:fs';
import { CsvError, parse } from 'csv-parse';
import { messageOf } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import { withFormula } from './formula.ts';

export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Streams the rows of a CSV file (RFC 4180, UTF-8), the header first, without empty lines.
 * @throws AdminError when the file cannot be read, or with the line that is not valid CSV.
 */
export async function* csvRows(file: string, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
  const source = createReadStream(file).on('error', (error) => parser.destroy(error));
  try {
    let line = 1;
    for await (const read of source.pipe(parser) as AsyncIterable<Parsed>) {
      yield { line, cells: read.record.map(withFormula) };
      line = read.info.lines + 1;
    }
  } catch (error) {
    throw error instanceof AdminError ? error : new AdminError(explained(file, error), { cause: error });
  } finally {
    source.destroy();
  }
}

interface Parsed {
  readonly record: readonly string[];
  /** `lines`: the number of lines up to the end of the row. */
  readonly info: { readonly lines: number };
}

/** The maximum size of one request. */
const maxRowBytes = 1_048_576;

function explained(file: string, error: unknown): string {
  if (error instanceof CsvError) return `${file} is not valid CSV: ${error.message}`;
  return `${file} cannot be read: ${messageOf(error)}`;
}
