import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { freePorts, type SupervisedProcess } from '@svc/local-stack';
import { until } from '@svc/testing';
import { superviseServer, type Surroundings } from './supervised-server.ts';

const databases = ['svc_records', 'svc_comments', 'svc_users', 'svc_search'];
const user = 'svc';

export interface Member {
  readonly name: string;
  readonly port: number;
  readonly dir: string;
  readonly process: SupervisedProcess;
}

interface Status {
  readonly members: readonly { name: string; stateStr: string; optimeDate: Date }[];
}

/** Seconds that a secondary may be behind when the set has recovered. */
const maxLagSeconds = 10;

/** Three members of MongoDB with access control, a key file, and the default settings of elections. Writes are acknowledged when the journals have them. */
export class ReplicaSet {
  readonly members: readonly Member[];
  readonly #keyText: string;
  readonly #password = randomBytes(24).toString('hex');

  private constructor(members: readonly Member[], keyText: string) {
    this.members = members;
    this.#keyText = keyText;
  }

  /** `prepareDir` makes the data folder of a member, by its index. */
  static async start(
    surroundings: Surroundings,
    prepareDir: (dir: string, index: number) => void,
  ): Promise<ReplicaSet> {
    const keyText = randomBytes(64).toString('base64');
    const keyFile = join(surroundings.dir, 'mongod.key');
    writeFileSync(keyFile, keyText, { mode: 0o600 });
    const ports = await freePorts(3);
    const members = ports.map((port, index) => {
      const name = `mongod-${index}`;
      const dir = join(surroundings.dir, name);
      mkdirSync(dir, { recursive: true });
      prepareDir(dir, index);
      const check = () => command(port, keyText, { ping: 1 }).then(() => undefined);
      const server = { name, program: 'mongod', args: argumentsOf({ port, dir, keyFile }), check };
      return { name, port, dir, process: superviseServer(server, surroundings) };
    });
    await Promise.all(members.map(({ process }) => process.ready()));
    const set = new ReplicaSet(members, keyText);
    await set.#initiate();
    return set;
  }

  /** The address for the services, with the user that may read and write their databases and nothing else. */
  get url(): string {
    const hosts = this.members.map(({ port }) => `127.0.0.1:${port}`).join();
    return `mongodb://${user}:${this.#password}@${hosts}/svc?replicaSet=svc&authSource=admin`;
  }

  /** Resolves when there is a primary. */
  async primary(): Promise<Member> {
    return until(async () => {
      for (const member of this.members) {
        const { isWritablePrimary } = await this.command(member, { hello: 1 }).catch(() => ({
          isWritablePrimary: false,
        }));
        if (isWritablePrimary === true) return member;
      }
      throw new Error('the replica set has no primary');
    });
  }

  /** Makes a member the primary. */
  async stepUp(member: Member): Promise<void> {
    await until(async () => {
      if ((await this.primary()) === member) return;
      await this.command(member, { replSetStepUp: 1 });
      throw new Error(`${member.name} is not yet the primary`);
    });
  }

  /** The primary steps down, as before its shutdown. */
  async stepDown(): Promise<void> {
    await this.command(await this.primary(), { replSetStepDown: 20 });
  }

  /** Resolves when there is a primary, and the other members follow it closely. */
  async recovered(): Promise<void> {
    await until(async () => {
      const { members } = (await this.command(await this.primary(), {
        replSetGetStatus: 1,
      })) as unknown as Status;
      const newest = Math.max(...members.map(({ optimeDate }) => optimeDate.getTime()));
      for (const { name, stateStr, optimeDate } of members) {
        const lag = (newest - optimeDate.getTime()) / 1000;
        if (!['PRIMARY', 'SECONDARY'].includes(stateStr) || lag > maxLagSeconds)
          throw new Error(`${name} is ${stateStr} and ${lag} s behind`);
      }
    }, 180_000);
  }

  command({ port }: Member, request: Record<string, unknown>): Promise<Record<string, unknown>> {
    return command(port, this.#keyText, request);
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map(({ process }) => process.stop(0)));
  }

  async #initiate(): Promise<void> {
    const members = this.members.map(({ port }, index) => ({ _id: index, host: `127.0.0.1:${port}` }));
    const [first] = this.members;
    if (first) await this.command(first, { replSetInitiate: { _id: 'svc', members } });
    const roles = databases.map((db) => ({ role: 'readWrite', db }));
    const account = { createUser: user, pwd: this.#password, roles };
    await this.command(await this.primary(), account);
  }
}

function argumentsOf({ port, dir, keyFile }: { port: number; dir: string; keyFile: string }): string[] {
  const options = {
    replSet: 'svc',
    bind_ip: '127.0.0.1',
    port: String(port),
    dbpath: dir,
    keyFile,
    wiredTigerCacheSizeGB: '0.25',
    oplogSize: '256',
    slowOpSampleRate: '0',
  };
  return [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    '--nounixsocket',
    '--quiet',
    '--setParameter=diagnosticDataCollectionEnabled=false',
    '--setParameter=transactionLifetimeLimitSeconds=5',
  ];
}

/** Runs a command at a member, as the user that members connect as. */
async function command(
  port: number,
  keyText: string,
  request: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const login = `__system:${encodeURIComponent(keyText)}`;
  const url = `mongodb://${login}@127.0.0.1:${port}/?authSource=local&directConnection=true`;
  const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 3_000 });
  try {
    return await client.db('admin').command(request);
  } finally {
    await client.close();
  }
}
