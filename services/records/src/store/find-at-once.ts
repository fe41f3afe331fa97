import { mongo, type Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { isTooSlow, readWithDeadline } from './read-with-deadline.ts';

/** What is read of which documents, by their ids. */
export interface AskedAtOnce {
  readonly filter: mongo.Document;
  readonly projection: mongo.Document;
  /** No more documents than this are found. */
  readonly most: number;
}

interface Answer<Found> {
  readonly cursor: { readonly id: mongo.Long | number; readonly firstBatch: readonly Found[] };
}

/**
 * Finds documents by their ids with one command, for the queries that there are most of: mongoose and the driver make many objects of their
 * own of each. A cursor of the driver does two things more: it goes on after the first answer, and it tries again when the database has just
 * changed its primary. Whoever needs one of them gets it.
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
    const answer = await database.command(command).catch(unlessFinal);
    const { cursor } = (answer ?? {}) as Partial<Answer<Found>>;
    if (cursor && isZero(cursor.id)) return cursor.firstBatch;
    if (cursor) void database.command({ killCursors: command.find, cursors: [cursor.id] }).catch(() => {});
    return collection.find<Found & mongo.Document>(filter, { ...options, maxTimeMS }).toArray();
  });
}

/** Nobody has time for another try when the database took too long, or was not found. */
function unlessFinal(error: unknown): undefined {
  if (isTooSlow(error) || error instanceof mongo.MongoServerSelectionError) throw error;
}

function isZero(id: mongo.Long | number): boolean {
  return typeof id === 'number' ? id === 0 : id.isZero();
}
