import type { Connection, mongo } from 'mongoose';

/** A session whose reads see the database as it was at the first of them, including all writes acknowledged before. */
export type Snapshot = mongo.ClientSession;

/** Runs reads in one snapshot: a concurrent write is visible to all of them or to none. */
export function inSnapshot<Result>(
  connection: Connection,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return connection.getClient().withSession({ snapshot: true }, read);
}
