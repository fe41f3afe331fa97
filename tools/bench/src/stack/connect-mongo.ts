import { mongo } from 'mongoose';

/** A direct connection to MongoDB. */
export type MongoConnection = Awaited<ReturnType<typeof connectMongo>>;

export async function connectMongo(mongodbUrl: string) {
  const client = new mongo.MongoClient(mongodbUrl, { ignoreUndefined: true });
  await client.connect();
  /** The database of a service. */
  const of = (service: string) => client.db(`svc_${service}`);
  return { of, close: () => client.close() };
}

/** Connects to MongoDB while `work` runs. */
export async function withMongo<Result>(
  mongodbUrl: string,
  work: (mongo: MongoConnection) => Promise<Result>,
): Promise<Result> {
  const mongo = await connectMongo(mongodbUrl);
  try {
    return await work(mongo);
  } finally {
    await mongo.close();
  }
}
