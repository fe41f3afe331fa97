/** A page of all documents in the order of their ids: those after one id up to and including the last. */
export interface Page<Document> {
  readonly after: number;
  /** Infinity for the empty page at the end. */
  readonly last: number;
  readonly documents: readonly Document[];
}

/** Reads documents in pages; the next page is already read while the current one is processed. */
export async function* pages<Document extends { readonly id: number }>(
  read: (after: number) => Promise<readonly Document[]>,
  start: number,
): AsyncGenerator<Page<Document>> {
  let after = start;
  let reading = read(after);
  for (;;) {
    const documents = await reading;
    const last = documents.at(-1)?.id;
    if (last === undefined) {
      yield { after, last: Infinity, documents };
      return;
    }
    reading = read(last);
    // The error is thrown where `reading` is awaited; this only prevents an unhandled rejection if it never is.
    reading.catch(() => undefined);
    yield { after, last, documents };
    after = last;
  }
}
