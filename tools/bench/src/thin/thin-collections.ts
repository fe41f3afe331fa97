import type { mongo } from 'mongoose';

export interface ById {
  [key: string]: unknown;
  _id: number;
}

/** A connection of two records. */
export interface Edge {
  _id: string;
  key: string;
  from: number;
  to: number;
}

const scratch = 'bench_scratch';
const majority = { writeConcern: { w: 'majority' } } as const;

/** The collections of the thin handler; it writes as durably as the service. */
export function thinCollections(client: mongo.MongoClient) {
  return {
    /** The records of the service, only read. */
    records: client.db('svc_records').collection<ById>('records'),
    edges: client.db('svc_records').collection<Edge>('edges'),
    /** A copy of the records that requests update. */
    copies: client.db(scratch).collection<ById>('records', majority),
    created: client.db(scratch).collection('created', majority),
    comments: client.db(scratch).collection('comments', majority),
  };
}

/** Removes the writes of an earlier run, and copies the contacts unless they are copied already. */
export async function prepareThin(client: mongo.MongoClient): Promise<void> {
  const { records, copies, created, comments } = thinCollections(client);
  await Promise.all([created.deleteMany({}), comments.deleteMany({})]);
  const contacts = { postType: 'contacts' };
  if ((await copies.countDocuments()) >= (await records.countDocuments(contacts))) return;
  await records.aggregate([{ $match: contacts }, { $out: { db: scratch, coll: 'records' } }]).toArray();
}
