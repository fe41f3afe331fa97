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
