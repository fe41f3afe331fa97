import { mongo } from 'mongoose';

export type MongoConnection = Awaited<ReturnType<typeof connectMongo>>;

export async function connectMongo(mongodbUrl: string) {
  const client = new mongo.MongoClient(mongodbUrl, { ignoreUndefined: true });
  await client.connect();
  const of = (service: string) => client.db(`svc_${service}`);
  return { of, close: () => client.close() };
}

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
