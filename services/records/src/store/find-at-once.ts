import { mongo, type Model } from 'mongoose';
import { isTooSlow, type Call } from '@svc/service-kit';
import { announceCall } from '@svc/service-kit/store';
import { readWithDeadline } from './read-with-deadline.ts';

export interface AskedAtOnce {
  readonly filter: mongo.Document;
  readonly projection: mongo.Document;
  /** Maximum number of documents found. */
  readonly most: number;
}

interface Answer<Found> {
  readonly cursor: { readonly id: mongo.Long | number; readonly firstBatch: readonly Found[] };
}

/**
 * Finds documents by id with a single command, for the most frequent queries: mongoose and the driver create many objects for each query.
 * Only a driver cursor fetches further batches and retries after a change of the primary, so in these two cases the query is repeated with
 * a cursor.
 * @throws ServiceError `service_unavailable` when the database cannot be reached or is too slow.
 */
export function findAtOnce<Found>(
  model: Pick<Model<unknown>, 'collection' | 'db'>,
  { filter, projection, most }: AskedAtOnce,
  deadline: Call['deadline'],
): Promise<readonly Found[]> {
  const { collection, db } = model;
  const database = db.getClient().db(db.name);
  const options = { projection, hint: { _id: 1 }, batchSize: most + 1 } as const;
  return readWithDeadline(deadline, async (maxTimeMS) => {
    const command = { find: collection.collectionName, filter, ...options, maxTimeMS };
    const about = { method: 'find', collectionName: command.find };
    const answer = await announceCall(db, about, () => database.command(command)).catch(unlessFinal);
    const { cursor } = (answer ?? {}) as Partial<Answer<Found>>;
    if (cursor && isZero(cursor.id)) return cursor.firstBatch;
    if (cursor) void database.command({ killCursors: command.find, cursors: [cursor.id] }).catch(() => {});
    return collection.find<Found & mongo.Document>(filter, { ...options, maxTimeMS }).toArray();
  });
}

/** There is no time for a retry if the database was too slow or was not found. */
function unlessFinal(error: unknown): undefined {
  if (isTooSlow(error) || error instanceof mongo.MongoServerSelectionError) throw error;
}

function isZero(id: mongo.Long | number): boolean {
  return typeof id === 'number' ? id === 0 : id.isZero();
}
