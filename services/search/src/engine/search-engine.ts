import {
  Meilisearch,
  MeiliSearchApiError,
  type EnqueuedTask,
  type IndexObject,
  type MultiSearchQuery,
} from 'meilisearch';
import { tlsProblem } from '@svc/service-kit';
import type { CommentEntry, RecordEntry } from './entries.ts';
import { indexNames, type IndexName } from './index-settings.ts';

type Entry = Record<string, unknown>;

/** Milliseconds for an answer of the engine. */
const timeoutMs = 3_000;

/** Entries to add or replace, and ids of entries to remove. */
export interface EntryChanges {
  readonly entries: readonly (RecordEntry | CommentEntry)[];
  readonly removed: readonly number[];
}

/**
 * This installation's two indexes on a Meilisearch server, and those of a rebuild. Writes are accepted as tasks and
 * processed in order.
 */
export class SearchEngine {
  readonly client: Meilisearch;
  readonly #url: string;
  readonly #prefix: string;

  constructor(options: { url: string; key: string; prefix: string }) {
    this.client = new Meilisearch({
      host: options.url,
      apiKey: options.key,
      timeout: timeoutMs,
      // Compressing and decompressing answers takes longer than sending them uncompressed.
      requestInit: { headers: { 'accept-encoding': 'identity' } },
    });
    this.#url = options.url;
    this.#prefix = options.prefix;
  }

  /** The uid of a live index, or of the index that a rebuild fills. */
  indexUid(name: IndexName, rebuild?: string): string {
    return `${this.#prefix}${name}${rebuild === undefined ? '' : `_beside_${rebuild}`}`;
  }

  /** The uids of both live indexes, or of those that the rebuild fills. */
  indexUids(rebuild?: string): string[] {
    return indexNames.map((name) => this.indexUid(name, rebuild));
  }

  /** An index as the server describes it; undefined for a missing one. */
  async describe(uid: string): Promise<IndexObject | undefined> {
    return this.client.getRawIndex(uid).catch((error: unknown) => {
      if (hasCode(error, 'index_not_found')) return undefined;
      throw error;
    });
  }

  /**
   * Changes a live index, or with `rebuild` the one that it fills, in requests of bounded size. Returns when the server
   * has accepted the tasks.
   */
  async write(
    name: IndexName,
    { entries, removed }: EntryChanges,
    rebuild?: string,
  ): Promise<EnqueuedTask[]> {
    const index = this.client.index(this.indexUid(name, rebuild));
    const tasks: EnqueuedTask[] = [];
    for (const body of payloads(entries)) {
      tasks.push(await index.addDocumentsFromString(body, 'application/x-ndjson', { primaryKey: 'id' }));
    }
    if (removed.length > 0) tasks.push(await index.deleteDocuments([...removed]));
    return tasks;
  }

  /** The hits of several searches, in their order, with one request; aborted by the signal. */
  async search(queries: MultiSearchQuery[], signal: AbortSignal): Promise<Entry[][]> {
    if (queries.length === 0) return [];
    try {
      const { results } = await this.client.multiSearch({ queries }, { signal });
      return results.map(({ hits }) => hits);
    } catch (error) {
      // Before its first entry an index has no attributes, and refuses to search in any.
      if (hasCode(error, 'invalid_search_attributes_to_search_on')) return queries.map(() => []);
      throw error;
    }
  }

  /** @throws Error with the server, and the setting at fault if known, when the engine cannot be used. */
  async check(): Promise<void> {
    try {
      await this.client.health();
      // The health endpoint answers without a key; this request checks the key.
      await this.client.tasks.getTasks({ limit: 1 });
    } catch (cause) {
      throw new Error(`Meilisearch at ${new URL(this.#url).origin} is not usable: ${reasonOf(cause)}`, {
        cause,
      });
    }
  }
}

const refusals = [401, 403];

function reasonOf(cause: unknown): string {
  if (cause instanceof MeiliSearchApiError && refusals.includes(cause.response.status))
    return 'it rejected the key in MEILI_KEY, or requires one';
  const tls = { address: 'MEILI_URL', authorities: 'NODE_EXTRA_CA_CERTS', certificate: 'this process' };
  return tlsProblem(cause, tls) ?? 'it did not answer; check MEILI_URL';
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof MeiliSearchApiError && error.cause?.code === code;
}

/**
 * Maximum bytes of a request to the engine: a tenth of its default limit, so that other tasks of the server get their
 * turn and each request is answered in time.
 */
const maxPayloadBytes = 10_000_000;

/** Entries as request bodies with one JSON per line, none larger than `maxBytes` unless a single entry is. */
export function* payloads(entries: Iterable<unknown>, maxBytes: number = maxPayloadBytes): Generator<string> {
  let lines: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const line = `${JSON.stringify(entry)}\n`;
    const size = Buffer.byteLength(line);
    if (lines.length > 0 && bytes + size > maxBytes) {
      yield lines.join('');
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield lines.join('');
}
