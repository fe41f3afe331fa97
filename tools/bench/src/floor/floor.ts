import { mongo } from 'mongoose';
import type { Report } from '@svc/local-stack';

type Stored = mongo.Document & { _id: number };

type Write = mongo.AnyClientBulkWriteModel<Stored>;

/** The stored result of one write: the document, its history rows and the body of its event. */
export interface Sample {
  document: Stored;
  history: readonly Stored[];
  event: string;
}

export type Samples = Readonly<Record<'create' | 'update' | 'comment', Sample>>;

const scratch = 'bench_floor';
const firstId = 2_000_000_000;
/** The first id of the process that writes for the chain. */
export const firstIdOfChain = firstId + 50_000_000;

/**
 * The minimal cost of a write with the guarantees of the service. Only the driver runs, and writes in one transaction, with majority concern, what
 * must be durable: the document with all indexes of the service, the history rows, and one event.
 */
export type Floor = ReturnType<typeof floorIn>;

/** The writes of the floor. Each process that runs them has ids of its own, after a first one. */
export function floorIn(client: mongo.MongoClient, samples: Samples, firstOfProcess: number) {
  let lastId = firstOfProcess;
  const newId = () => (lastId += 1);
  const write = async (kind: keyof Samples, change: Write) => {
    const { history, event } = samples[kind];
    const inserts = [
      ...history.map((row) => insert('activity', { ...row, _id: newId() })),
      insert('outbox', { _id: newId(), body: event, createdAt: new Date(), position: 0 }),
    ];
    await client.withSession((session) =>
      session.withTransaction(
        () => client.bulkWrite<Record<string, Stored>>([change, ...inserts], { session }).catch(rethrowCause),
        { writeConcern: { w: 'majority' } },
      ),
    );
  };
  return {
    create: () => {
      const dates = { createdAt: new Date(), lastModified: new Date() };
      return write('create', insert('records', { ...samples.create.document, _id: newId(), ...dates }));
    },
    update: ({ id, nickname }: { id: number; nickname: string }) =>
      write('update', {
        name: 'updateOne',
        namespace: `${scratch}.records`,
        filter: { _id: id },
        update: { $set: { 'fields.nickname': nickname, lastModified: new Date() }, $inc: { version: 1 } },
      }),
    comment: ({ id }: { id: number }) => {
      const about = { recordId: id, createdAt: new Date() };
      return write('comment', insert('comments', { ...samples.comment.document, _id: newId(), ...about }));
    },
    close: () => client.close(),
  };
}

/** Throws the server's error, which a bulk write hides in its cause: by it the driver recognizes write conflicts and retries the transaction. */
function rethrowCause(error: unknown): never {
  throw error instanceof mongo.MongoClientBulkWriteError && error.cause ? error.cause : error;
}

function insert(collection: string, document: Stored): Write {
  return { name: 'insertOne', namespace: `${scratch}.${collection}`, document };
}

const copied = [
  { service: 'records', name: 'records' },
  { service: 'records', name: 'activity' },
  { service: 'records', name: 'outbox' },
  { service: 'comments', name: 'comments' },
];

/** Prepares the collections of the floor with the current indexes of the service; its records are copies of the service's contacts. */
export async function prepareFloor(
  mongodbUrl: string,
  { samples, contactIds, report }: { samples: Samples; contactIds: readonly number[]; report: Report },
): Promise<Floor> {
  const client = new mongo.MongoClient(mongodbUrl);
  await client.connect();
  const kept = client.db(scratch).collection<{ _id: number }>('records');
  const records = client.db('svc_records').collection('records');
  const ofFloor = await kept.countDocuments({ _id: { $lt: firstId } });
  if (ofFloor < contactIds.length) {
    report('Copying the contacts for the floor, once …');
    const match = { postType: 'contacts', 'fields.type': 'access' };
    await records.aggregate([{ $match: match }, { $out: { db: scratch, coll: 'records' } }]).toArray();
  }
  await kept.deleteMany({ _id: { $gte: firstId } });
  for (const { service, name } of copied) {
    const target = client.db(scratch).collection(name);
    if (name !== 'records') await target.drop();
    await copyIndexes(client.db(`svc_${service}`).collection(name), target);
  }
  return floorIn(client, samples, firstId);
}

async function copyIndexes(source: mongo.Collection, target: mongo.Collection): Promise<void> {
  const wanted = (await source.indexes()).filter(({ name }) => name !== '_id_');
  const there = await target.indexes().catch(() => []);
  const isWanted = (index: { name?: string }) => wanted.some(({ name }) => name === index.name);
  for (const { name } of there)
    if (name && name !== '_id_' && !isWanted({ name })) await target.dropIndex(name);
  if (wanted.length > 0)
    await target.createIndexes(wanted.map(({ v: _version, ...index }) => index as never));
}
