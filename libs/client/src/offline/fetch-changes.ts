import { isServiceError } from '../errors.ts';
import {
  type KnownRecord,
  type LocalData,
  noRecord,
  type Position,
  positionEntry,
  recordEntry,
} from './local-data.ts';
import type { Values } from './local-write.ts';
import type { StoredEntry } from './local-storage.ts';
import type { SyncRun } from './send-writes.ts';

interface Changes {
  readonly records: readonly ({ readonly ID: number } & Values)[];
  /** The versions of the records, by id. */
  readonly versions: Readonly<Record<string, number>>;
  readonly removed: readonly number[];
  readonly cursor: string;
  readonly more: boolean;
}

/** How many records came and went. */
export interface Fetched {
  readonly received: number;
  readonly removed: number;
}

/**
 * Fetches what has changed since the last time, page by page; each is stored with its cursor. Begins anew when the cursor is too old. While
 * nothing has changed, the service waits for `waitSeconds` before it answers.
 */
export async function fetchChanges(run: SyncRun, postType: string, waitSeconds?: number): Promise<Fetched> {
  const { data } = run;
  let received = 0;
  let removed = 0;
  for (;;) {
    const position = data.position(postType);
    const page = await changesSince(run, { postType, position, waitSeconds });
    if (!page) {
      // Records that the next whole lacks are removed at its end.
      await data.change(() => [positionEntry(postType, { fetch: position.fetch + 1, isPartial: true })]);
      continue;
    }
    await data.change(() => {
      // Another run has come further meanwhile.
      if (data.position(postType).cursor !== position.cursor) return [];
      const gone = new Set([
        ...page.removed,
        ...(page.more ? [] : unconfirmed(data, postType, position, page)),
      ]);
      removed += gone.size;
      return [
        ...page.records.map((values) => {
          const { ID: id } = values;
          return entryOf(data, {
            postType,
            id,
            version: page.versions[id] ?? 0,
            values,
            fetch: position.fetch,
          });
        }),
        ...[...gone].map((id) => noRecord(postType, id)),
        positionEntry(postType, {
          cursor: page.cursor,
          fetch: position.fetch,
          isPartial: position.isPartial && page.more,
        }),
      ];
    });
    received += page.records.length;
    if (!page.more) return { received, removed };
  }
}

interface Asked {
  readonly postType: string;
  readonly position: Position;
  readonly waitSeconds: number | undefined;
}

/** A page of changes; undefined when the cursor is too old. */
async function changesSince(
  { client, options }: SyncRun,
  { postType, position: { cursor }, waitSeconds }: Asked,
): Promise<Changes | undefined> {
  const query = { post_type: postType, since: cursor, limit: 500, wait: waitSeconds };
  try {
    return await client.request<Changes>({ method: 'GET', path: 'svc/v1/changes', query, options });
  } catch (error) {
    if (cursor !== undefined && isServiceError(error, 'cursor_expired')) return undefined;
    throw error;
  }
}

/** The entry of a record that the service has sent: an own write may have been answered with a newer state. */
function entryOf(data: LocalData, sent: KnownRecord): StoredEntry {
  const known = data.record(sent.postType, sent.id);
  const isNewer = known !== undefined && known.version > sent.version;
  return recordEntry(isNewer ? { ...known, fetch: sent.fetch } : sent);
}

/** After the last page of the whole: records of earlier fetches that did not come again. */
function unconfirmed(
  data: LocalData,
  postType: string,
  { isPartial, fetch }: Position,
  { records }: Changes,
) {
  if (!isPartial) return [];
  const confirmed = new Set(records.map(({ ID }) => ID));
  return data
    .recordsOf(postType)
    .filter((record) => record.fetch < fetch && !confirmed.has(record.id))
    .map(({ id }) => id);
}
