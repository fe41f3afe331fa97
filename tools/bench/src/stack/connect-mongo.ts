import { mongo } from 'mongoose';

/** A direct connection to MongoDB. */
export interface MongoConnection {
  /** The database of a service. */
  of(service: string): mongo.Db;
  close(): Promise<void>;
}

export async function connectMongo(mongodbUrl: string): Promise<MongoConnection> {
  const client = new mongo.MongoClient(mongodbUrl, { ignoreUndefined: true });
  await client.connect();
  return { of: (service) => client.db(`svc_${service}`), close: () => client.close() };
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
