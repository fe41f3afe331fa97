import { mongo } from 'mongoose';

/** A connection to the database server, past the services. */
export interface MongoConnection {
  /** The database of a service. */
  of(service: string): mongo.Db;
  close(): Promise<void>;
}

/** Connects with the driver alone. */
export async function connectMongo(mongodbUrl: string): Promise<MongoConnection> {
  const client = new mongo.MongoClient(mongodbUrl, { ignoreUndefined: true });
  await client.connect();
  return { of: (service) => client.db(`svc_${service}`), close: () => client.close() };
}
