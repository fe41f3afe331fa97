/**
 * As large is one request to the engine, in bytes: a tenth of what it takes unless told otherwise, so that the rest of a
 * server's work goes on between two and each is answered in time.
 */
export const largestPayload = 10_000_000;

/** Entries as the bodies of requests, one JSON per line, none larger than `largest` unless a single entry is. */
export function* payloads(entries: Iterable<unknown>, largest: number = largestPayload): Generator<string> {
  let lines: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const line = `${JSON.stringify(entry)}\n`;
    const size = Buffer.byteLength(line);
    if (lines.length > 0 && bytes + size > largest) {
      yield lines.join('');
      [lines, bytes] = [[], 0];
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield lines.join('');
}
