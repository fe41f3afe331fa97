import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { AdminError } from '../admin-error.ts';

const maxLineLength = 100_000;

/**
 * Streams the lines of a text file.
 * @throws AdminError when the file cannot be read, or is not valid UTF-8.
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let line = 1;
  for await (const chunk of chunksOf(file)) {
    const lines = (rest + decode(decoder, chunk, { file, line })).split('\n');
    rest = lines.pop() ?? '';
    line += lines.length;
    if (rest.length > maxLineLength) throw new AdminError(`${file}:${line}: is too long for a line of text.`);
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
    const advice = 'Nothing was imported. A zipped file has to be unpacked first.';
    throw new AdminError(`${at.file}: after line ${at.line} it is no text in UTF-8. ${advice}`, { cause });
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
