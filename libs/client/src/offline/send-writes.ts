import type { ClientCore } from '../create-client.ts';
import { isServiceError, type ServiceError } from '../errors.ts';
import { isTemporary } from '../retry.ts';
import type { RequestOptions } from '../send.ts';
import {
  idEntry,
  type KnownRecord,
  type LocalData,
  noRecord,
  noWrite,
  recordEntry,
  writeEntry,
} from './local-data.ts';
import type { StoredEntry } from './local-storage.ts';
import type { LocalWrite } from './local-write.ts';

/** One synchronization of a copy. */
export interface SyncRun {
  readonly client: Pick<ClientCore, 'records' | 'request'>;
  readonly data: LocalData;
  readonly options: RequestOptions;
}

/**
 * Sends the waiting writes in their order, each with its key, so that a repeat after a lost answer is not carried out twice. A conflict or a
 * refusal keeps the later writes of its record back, and no others. Returns how many the service accepted.
 * @throws ServiceError when the service cannot be reached; the rest waits.
 */
export async function sendWrites(run: SyncRun): Promise<number> {
  const { data } = run;
  const blocked = new Set<string>();
  let accepted = 0;
  for (const { key } of data.writes()) {
    // An earlier write of the same record may have given it its version or its id.
    const write = data.write(key);
    if (!write) continue;
    const record = `${write.postType} ${write.id}`;
    if (write.state !== 'waiting') blocked.add(record);
    if (blocked.has(record)) continue;
    try {
      await send(run, write);
      accepted += 1;
    } catch (error) {
      if (!isServiceError(error) || isTemporary(error) || error.status === 401) throw error;
      await refuse(run, write, error);
      blocked.add(record);
    }
  }
  return accepted;
}

/** Sends one write, and stores its outcome. */
async function send(run: SyncRun, write: LocalWrite): Promise<void> {
  const { client, data, options } = run;
  const { postType, id, kind, fields, version, key: idempotencyKey } = write;
  const records = client.records(postType);
  if (kind === 'delete') {
    await records.delete(id, { ...options, idempotencyKey }).catch(async (error: unknown) => {
      // A record that is gone already, and one that may be read and not deleted, are refused alike.
      if (!isServiceError(error) || !isGone(error) || (await present(run, write))) throw error;
    });
    return data.change(() => [noWrite(write), noRecord(postType, id)]);
  }
  const ifMatch = version === undefined ? {} : { ifMatch: tagOf(version) };
  const { ID, $etag, ...values } =
    kind === 'create'
      ? await records.create(fields, { ...options, idempotencyKey })
      : await records.update(id, fields, { ...options, idempotencyKey, ...ifMatch });
  // The answer shows the record unless the caller may not view it.
  const now = $etag === undefined ? undefined : { version: versionOf($etag), values: { ID, ...values } };
  return data.change(() => accepted(data, write, ID, now));
}

/** The changes after the service has accepted a create or an update. */
function accepted(data: LocalData, write: LocalWrite, ID: number, now: Present | undefined): StoredEntry[] {
  const { postType, id } = write;
  const later = data.writes({ postType, id }).filter(({ order }) => order > write.order);
  const { fetch } = data.position(postType);
  return [
    noWrite(write),
    ...(id === ID ? [] : [idEntry(postType, id, ID)]),
    ...(now ? newerRecord(data, { postType, id: ID, ...now, fetch }, write.kind === 'create') : []),
    // The next write applies to the state that this one has made, and not to a later one of somebody else.
    ...later.map((each, at) =>
      writeEntry({ ...each, id: ID, ...(at === 0 && now && { version: now.version }) }),
    ),
  ];
}

/**
 * The entry of a record from an answer, unless the copy has this version: that of the changes is in the form of lists, and does not come
 * again. Nor does a removal that came before the answer: a record that is gone returns with the changes alone.
 */
function newerRecord(data: LocalData, record: KnownRecord, isCreated = false): StoredEntry[] {
  const { postType, id, version } = record;
  const known = data.record(postType, id);
  if (!known) return isCreated && !data.isGone(postType, id) ? [recordEntry(record)] : [];
  return known.version >= version ? [] : [recordEntry(record)];
}

/** Stores that the service has refused a write: as a conflict when the record has changed or is gone. */
async function refuse(run: SyncRun, write: LocalWrite, error: ServiceError): Promise<void> {
  const { data } = run;
  const { postType, id } = write;
  const isChanged = isServiceError(error, 'precondition_failed');
  const mayBeGone = write.kind === 'update' && (isChanged || isGone(error));
  const theirs = mayBeGone ? await present(run, write) : undefined;
  return data.change(() => {
    if (mayBeGone && !theirs) return [writeEntry({ ...write, state: 'conflict' }), noRecord(postType, id)];
    if (!theirs || !isChanged) {
      const problem = { code: error.code, message: error.message };
      return [writeEntry({ ...write, state: 'refused', problem })];
    }
    const { fetch } = data.position(postType);
    const theirRecord = newerRecord(data, { postType, id, ...theirs, fetch });
    return [writeEntry({ ...write, state: 'conflict' }), ...theirRecord];
  });
}

/** A record as it is now. */
type Present = Pick<KnownRecord, 'version' | 'values'>;

/** The record as it is now; undefined when the caller cannot read it. */
async function present(
  { client, options }: SyncRun,
  { postType, id }: Pick<LocalWrite, 'postType' | 'id'>,
): Promise<Present | undefined> {
  try {
    const { $etag, ...values } = await client.records(postType).get(id, options);
    return { version: versionOf($etag), values };
  } catch (error) {
    if (isServiceError(error) && isGone(error)) return undefined;
    throw error;
  }
}

/** Whether the record does not exist, or the caller may not know that it does. */
function isGone({ status }: ServiceError): boolean {
  return status === 404 || status === 403 || status === 410;
}

/** `If-Match` compares versions alone, which is the first part of a tag. */
function tagOf(version: number): string {
  return `"${version}.x"`;
}

/** The version in the tag of an answer. */
function versionOf(tag: string): number {
  return Number(/^"(\d+)\./.exec(tag)?.[1] ?? 0);
}
