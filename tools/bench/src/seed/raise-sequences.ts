import type { mongo } from 'mongoose';
import type { MongoConnection } from '../stack/connect-mongo.ts';
import type { IdSteps } from './difference.ts';

interface Sequence {
  _id: string;
  next: number;
}

/** Takes the ids of all families at once; answers how far those of one family reach. */
export async function raiseSequences(mongo: MongoConnection, families: number): Promise<IdSteps> {
  return {
    records: await raise(mongo.of('records'), 'records', families),
    activity: await raise(mongo.of('records'), 'activity', families),
    comments: await raise(mongo.of('comments'), 'comments', families),
  };
}

async function raise(db: mongo.Db, name: string, families: number): Promise<number> {
  const sequences = db.collection<Sequence>('sequences');
  const step = (await sequences.findOne({ _id: name }))?.next ?? 1;
  await sequences.updateOne({ _id: name }, { $set: { next: step * families } }, { upsert: true });
  return step;
}
