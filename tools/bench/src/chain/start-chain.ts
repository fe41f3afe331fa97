import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { mongo } from 'mongoose';
import { connect } from 'nats';
import { freePort, SupervisedProcess, type Guard, type Report, type Stack } from '@svc/local-stack';
import type { Samples } from '../floor/floor.ts';

/** A running chain, and the token of its requests. */
export interface Chain {
  readonly url: string;
  readonly token: string;
  /** The processes of the chain by their names. */
  readonly pids: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

interface ChainOptions {
  readonly samples: Samples;
  /** The file of the program. */
  readonly natsBinary: string;
  readonly dataDir: string;
  readonly guard: Guard;
  readonly report: Report;
}

/**
 * Starts the chain: two processes in the form of the service, with nothing but its bare parts. The first takes HTTP with Express and verifies a JWT; a
 * NATS server, which is its own, takes each request to the second, which reads, or writes the documents of the floor in one transaction.
 */
export async function startChain(
  { mongodbUrl }: Pick<Stack, 'mongodbUrl'>,
  { samples, natsBinary, dataDir, ...watched }: ChainOptions,
): Promise<Chain> {
  const busPort = await freePort();
  const port = await freePort();
  const natsUrl = `nats://127.0.0.1:${busPort}`;
  const url = `http://127.0.0.1:${port}`;
  const samplesFile = join(dataDir, 'chain-samples.bson');
  writeFileSync(samplesFile, mongo.BSON.serialize(samples));
  const secret = randomBytes(32).toString('base64url');
  const token = await new SignJWT({ sub: '1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 day')
    .sign(Buffer.from(secret));
  const env = {
    MONGODB_URL: mongodbUrl,
    NATS_URL: natsUrl,
    PORT: String(port),
    CHAIN_SECRET: secret,
    CHAIN_SAMPLES: samplesFile,
  };
  const started: [name: string, process: SupervisedProcess][] = [];
  const start = async (name: string, file: string, args: string[], check: () => Promise<void>) => {
    const process = new SupervisedProcess(
      {
        label: `The ${name} of the chain`,
        logFile: join(dataDir, `logs/chain-${name}.log`),
        command: () => ({ file, args, env }),
        check,
      },
      watched,
    );
    started.push([`chain-${name}`, process]);
    await process.ready();
  };
  const stop = async () => {
    for (const [, process] of started.toReversed()) await process.stop();
  };
  const entry = (file: string) => join(import.meta.dirname, file);
  const answers = async () => {
    const { status } = await fetch(`${url}/records/0`, { headers: { authorization: `Bearer ${token}` } });
    if (status !== 404) throw new Error(`it answers ${status}`);
  };
  try {
    await start('nats', natsBinary, ['--addr', '127.0.0.1', '--port', String(busPort)], async () => {
      await (await connect({ servers: natsUrl, reconnect: false })).close();
    });
    await start('worker', process.execPath, [entry('chain-worker.ts')], async () => {});
    await start('door', process.execPath, [entry('chain-door.ts')], answers);
  } catch (error) {
    await stop();
    throw error;
  }
  const pids = Object.fromEntries(started.map(([name, { pid }]) => [name, pid as number]));
  return { url, token, pids, stop };
}
