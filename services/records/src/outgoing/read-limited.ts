/**
 * The text of an answer, as far as it may be large: whoever gives it is not ours.
 * @throws Error when it is larger than that many bytes, which names who answers.
 */
export async function readLimited(
  response: Response,
  { who, largest }: { readonly who: string; readonly largest: number },
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop ends the download.
    if (size > largest) throw new Error(`${who} answers with more than ${largest} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
