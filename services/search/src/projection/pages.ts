/** Part of a walk through all documents by id: those after one id up to and including the last. */
export interface Page<Document> {
  readonly after: number;
  /** Infinity of the page that ends the walk; it is empty. */
  readonly last: number;
  readonly documents: readonly Document[];
}

/** A walk in pages; each next page is read while somebody works on the one before. */
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
    // It is told when it is waited for, unless nobody does any more.
    reading.catch(() => undefined);
    yield { after, last, documents };
    after = last;
  }
}
