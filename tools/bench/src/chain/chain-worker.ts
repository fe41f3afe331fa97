import { readFileSync } from 'node:fs';
import { mongo } from 'mongoose';
import { connect, JSONCodec } from 'nats';
import { readChainConfig } from '../config.ts';
import { firstIdOfChain, floorIn, type Samples } from '../floor/floor.ts';
import { chainSubject, type ChainRequest } from './chain-request.ts';

const { natsUrl, mongodbUrl, samplesFile } = readChainConfig();
const codec = JSONCodec<ChainRequest>();
const client = new mongo.MongoClient(mongodbUrl);
await client.connect();
const records = client.db('svc_records').collection<{ _id: number }>('records');
const samples = mongo.BSON.deserialize(readFileSync(samplesFile)) as Samples;
const floor = floorIn(client, samples, firstIdOfChain);
const bus = await connect({ servers: natsUrl });

/** The worker of the chain: a get reads the record; a write reads the record that it concerns and runs the transaction of the floor. */
bus.subscribe(chainSubject, {
  callback: (_error, message) =>
    void answerTo(codec.decode(message.data)).then(
      (answer) => message.respond(answer ? Buffer.from(JSON.stringify(answer)) : undefined),
      (error: unknown) => {
        console.error(error);
        message.respond();
      },
    ),
});

async function answerTo(asked: ChainRequest): Promise<object | null> {
  if (asked.kind === 'create') {
    await floor.create();
    return { ...samples.create.document, ...asked.body };
  }
  const { id } = asked;
  const record = await records.findOne({ _id: id });
  if (!record || asked.kind === 'get') return record;
  if (asked.kind === 'update') {
    const { nickname } = asked;
    await floor.update({ id, nickname });
    return { ...record, nickname };
  }
  await floor.comment({ id });
  return { recordId: id, content: asked.content };
}
