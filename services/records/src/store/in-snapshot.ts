import type { Connection, mongo } from 'mongoose';

/** Reads in this session see the database as it was at the first of them, with everything that was confirmed before. */
export type Snapshot = mongo.ClientSession;

/** For reads that belong together, of one moment: what is written meanwhile is in all of them or in none. */
export function inSnapshot<Result>(
  connection: Connection,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return connection.getClient().withSession({ snapshot: true }, read);
}
