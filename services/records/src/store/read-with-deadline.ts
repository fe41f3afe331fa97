import type { Connection, mongo, Query } from 'mongoose';
import { databaseRefusal, type Call } from '@svc/service-kit';

/** A session whose reads see the database as it was at the first of them, including all writes acknowledged before. */
export type Snapshot = mongo.ClientSession;

/** The deadline of a read, and the snapshot in which it is done, if any. */
export type ReadCall = Pick<Call, 'deadline'> & { readonly snapshot?: Snapshot };

/** Runs reads in one snapshot: a concurrent write is visible to all of them or to none. */
export function inSnapshot<Result>(
  connection: Connection,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return connection.getClient().withSession({ snapshot: true }, read);
}

/** The part of a mongoose query that `readLean` completes. */
interface LeanQuery {
  session(snapshot: Snapshot | null): unknown;
  maxTimeMS(milliseconds: number): unknown;
  lean<Found>(): PromiseLike<Found>;
}

/** The result of a query, as plain objects. */
type LeanResult<Asked> =
  Asked extends Query<infer Result, infer _Document, infer _Helpers, infer Raw>
    ? Result extends readonly unknown[]
      ? Raw[]
      : Raw | null
    : never;

/**
 * Runs a query within its caller's deadline, and in their snapshot if there is one; returns plain objects. `Found` is their form where a
 * projection leaves parts out.
 * @throws ServiceError like `readWithDeadline`.
 */
export function readLean<Found = never, Asked extends LeanQuery = LeanQuery>(
  { deadline, snapshot }: ReadCall,
  query: Asked,
): Promise<[Found] extends [never] ? LeanResult<Asked> : Found> {
  return readWithDeadline(deadline, (maxTimeMS) => {
    query.session(snapshot ?? null);
    query.maxTimeMS(maxTimeMS);
    return query.lean();
  });
}

/**
 * Runs a query, or several, that may take the milliseconds until the deadline: nobody waits for the answer after that.
 * @throws ServiceError `service_unavailable` when the database cannot be reached or is too slow.
 */
export async function readWithDeadline<Result>(
  deadline: Call['deadline'],
  query: (maxTimeMS: number) => PromiseLike<Result>,
): Promise<Result> {
  try {
    return await query(deadline.maxTimeMS);
  } catch (error) {
    throw databaseRefusal(error, 'read') ?? error;
  }
}

/** Milliseconds before the deadline that are left for making the answer. */
export const answerMilliseconds = 500;
