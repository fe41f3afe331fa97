import { randomUUID } from 'node:crypto';
import type { MongoConnection } from '../stack/connect-mongo.ts';

const atOnce = 500;

/** Gives the search service the jobs that the events of these records would have given it. */
export async function planIndexing(mongo: MongoConnection, recordIds: readonly number[]): Promise<void> {
  const jobs = mongo.of('search').collection<{ _id: string }>('index_jobs');
  for (let start = 0; start < recordIds.length; start += atOnce) {
    const content = {
      recordIds: recordIds.slice(start, start + atOnce),
      commentIds: [],
      failures: 0,
      refusals: 0,
    };
    await jobs.insertOne({ _id: randomUUID(), ...content, dueAt: new Date() } as { _id: string });
  }
}
