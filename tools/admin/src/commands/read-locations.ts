import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { locationColumns, locationRowSchema, type LocationRow } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';

const texts = new Set(['name', 'level_name', 'country_code', 'admin0_code', 'modification_date', 'alt_name']);
/** The missing value in the public TSV files; an empty cell means the same. */
const absent = '\\N';

/**
 * The lines of a location grid file in the public TSV format of 25 columns: the row of each, or its problems. A header line is optional;
 * without one the columns are in the order of the public file.
 * @throws AdminError when the file cannot be read or has other columns.
 */
export async function* readLocations(file: string) {
  let columns: readonly string[] | undefined;
  let number = 0;
  for await (const line of readLines(file)) {
    number += 1;
    if (line.trim() === '') continue;
    const cells = line.split('\t');
    if (!columns) {
      columns = isRow(cells) ? locationColumns : headerOf(cells, `${file}:${number}`);
      if (!isRow(cells)) continue;
    }
    yield { line: number, ...parseCells(cells, columns) };
  }
  if (!columns) throw new AdminError(`${file} is empty.`);
}

/** The public file has no header: it begins with a row. */
function isRow([first = '']: readonly string[]): boolean {
  return /^\d+$/.test(first.trim());
}

function headerOf(cells: readonly string[], place: string): readonly string[] {
  const names = cells.map((cell) => cell.trim());
  const known: readonly string[] = locationColumns;
  const unknown = names.filter((name) => !known.includes(name));
  const missing = known.filter((name) => !names.includes(name));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const problems = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0
      ? [`has unknown columns ${unknown.map((name) => JSON.stringify(name)).join(', ')}`]
      : []),
    ...(twice.length > 0 ? [`repeats ${twice.join(', ')}`] : []),
  ];
  if (problems.length === 0) return names;
  const rule = `The columns of the location grid are, separated by tabs: ${known.join(' ')}`;
  throw new AdminError(`${place}: the header ${problems.join(', ')}. ${rule}`);
}

function parseCells(
  cells: readonly string[],
  columns: readonly string[],
): { row: LocationRow } | { problems: string[] } {
  if (cells.length !== columns.length)
    return { problems: [`has ${cells.length} columns instead of ${columns.length}`] };
  const values = columns.map((column, index) => [column, valueOf(cells[index] ?? '', column)] as const);
  const parsed = locationRowSchema.safeParse(Object.fromEntries(values));
  if (parsed.success) return { row: parsed.data };
  return { problems: parsed.error.issues.map(({ path: [column], message }) => describe(column, message)) };

  function describe(column: PropertyKey | undefined, message: string): string {
    const index = columns.indexOf(String(column));
    return `column ${index + 1} (${String(column)}) ${message}, not ${JSON.stringify(cells[index]?.slice(0, 80) ?? '')}`;
  }
}

/** The cell as a number where its column has numbers; text that is not a number stays text, and the schema refuses it. */
function valueOf(cell: string, column: string): string | number | null {
  const text = cell.trim();
  if (text === '' || text === absent) return null;
  return !texts.has(column) && /^-?\d{1,15}(?:\.\d{1,20})?$/.test(text) ? Number(text) : text;
}

const maxLineLength = 100_000;

/**
 * Streams the lines of a text file.
 * @throws AdminError when the file cannot be read, or is not valid UTF-8.
 */
async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 1;
  for await (const chunk of chunksOf(file)) {
    const lines = (rest + decode(decoder, chunk, { file, line })).split('\n');
    rest = lines.pop() ?? '';
    line += lines.length;
    if (rest.length > maxLineLength)
      throw new AdminError(`${file}:${line}: the line is longer than ${maxLineLength} characters.`);
    yield* lines.map(withoutReturn);
  }
  yield withoutReturn(rest + decode(decoder, undefined, { file, line }));
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new AdminError(`${file} cannot be read (${(cause as Error).message}).`, { cause });
  }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, at: { file: string; line: number }): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch (cause) {
    const advice = 'Nothing was imported. Unpack a zipped file first.';
    throw new AdminError(`${at.file}: the text after line ${at.line} is not valid UTF-8. ${advice}`, {
      cause,
    });
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
