/** Splits a stream of bytes into pieces of one length, except the last: the form in which the bus carries files. */
export async function* inPieces(content: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Buffer> {
  let piece = Buffer.allocUnsafe(length);
  let filled = 0;
  for await (const bytes of content) {
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(length - filled, bytes.length - at);
      piece.set(bytes.subarray(at, at + taken), filled);
      at += taken;
      filled += taken;
      if (filled < length) continue;
      yield piece;
      piece = Buffer.allocUnsafe(length);
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
