import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, Model, mongo } from 'mongoose';
import type { Certificate, DatabaseStatus } from '@svc/contracts';
import { certificateOfServer } from '../ops/certificates.ts';
import { clockSkew } from '../time/clock-skew.ts';
import type { SchemaState } from './migrations.ts';
import type { OutboxEntry } from './outbox.ts';

/** How long one command may take, in milliseconds. */
const maxTimeMS = 1_500;

/** How long the status waits for the indexes, in milliseconds: less than for a command, so that they do not delay the rest. */
const indexesMs = 1_000;

interface Hello {
  readonly localTime: Date;
  readonly hosts?: readonly string[];
  readonly lastWrite?: { readonly lastWriteDate: Date; readonly majorityWriteDate?: Date };
}

interface Stats {
  readonly storageSize: number;
  readonly indexSize: number;
  readonly fsUsedSize?: number;
  readonly fsTotalSize?: number;
}

/** Reads the state of a service's database, with no more rights than its user needs for its work. */
export async function databaseStatus(connection: Connection, known: number): Promise<DatabaseStatus> {
  const { name } = connection;
  const db = connection.getClient().db(name);
  const ask = async <Answer>(command: mongo.Document) =>
    (await db.command({ ...command, maxTimeMS })) as Answer;
  const sentAt = Date.now();
  const hello = await ask<Hello>({ hello: 1 });
  const clock = clockSkew(hello.localTime.getTime(), { sentAt, receivedAt: Date.now() });
  const models = Object.values(connection.models);
  const [{ version }, stats, connected, state, outbox, missing] = await Promise.all([
    ask<{ version: string }>({ buildInfo: 1 }),
    ask<Stats>({ dbStats: 1 }),
    ask<{ authInfo: { authenticatedUsers: unknown[] } }>({ connectionStatus: 1 }),
    db.collection<SchemaState>('schema_version').findOne({ _id: 'schema' }, { maxTimeMS }),
    outboxStatus(db.collection<OutboxEntry>('outbox'), hello.localTime),
    Promise.all(models.map(missingIndexes)),
  ]);
  const { fsUsedSize: used, fsTotalSize: total } = stats;
  return {
    name,
    version,
    hosts: [...(hello.hosts ?? [])],
    is_authenticated: connected.authInfo.authenticatedUsers.length > 0,
    clock_ms: Math.round(clock),
    majority_lag: majorityLag(hello),
    schema: { stored: state?.version ?? 0, known, is_migrating: state?.running !== undefined },
    outbox,
    ...(missing.flat().length > 0 && { missing_indexes: missing.flat() }),
    bytes: stats.storageSize + stats.indexSize,
    ...(used !== undefined && total !== undefined && { disk: { used, total } }),
  };
}

/** Returns the missing indexes of a model; none when they cannot be read in time, so that the rest of the status is still reported. */
async function missingIndexes(model: Model<unknown>): Promise<string[]> {
  const late = delay(indexesMs, { toCreate: [] }, { ref: false });
  const asked = model.diffIndexes().catch(() => ({ toCreate: [] }));
  const { toCreate } = (await Promise.race([asked, late])) as { readonly toCreate: readonly object[] };
  return toCreate.map(
    (keys) => `${model.collection.collectionName}: ${Object.entries(keys).flat().join('_')}`,
  );
}

function majorityLag({ lastWrite }: Hello): number {
  const { lastWriteDate: last, majorityWriteDate: majority } = lastWrite ?? {};
  return last && majority ? Math.max(0, last.getTime() - majority.getTime()) / 1_000 : 0;
}

async function outboxStatus(
  outbox: mongo.Collection<OutboxEntry>,
  now: Date,
): Promise<DatabaseStatus['outbox']> {
  const isWaiting = { refusal: { $exists: false } } as const;
  const [all, refused, oldest] = await Promise.all([
    outbox.estimatedDocumentCount({ maxTimeMS }),
    outbox.countDocuments({ refusal: { $exists: true } }, { maxTimeMS }),
    outbox.findOne(isWaiting, { sort: { createdAt: 1, position: 1 }, maxTimeMS }),
  ]);
  const waited = oldest && Math.max(0, now.getTime() - oldest.createdAt.getTime()) / 1_000;
  return { waiting: Math.max(0, all - refused), refused, ...(waited !== null && { oldest: waited }) };
}

/** Reads the certificates of the servers of a database that is reached over TLS. */
export function databaseCertificates({ options }: mongo.MongoClient): Promise<Certificate[]> {
  if (!options.tls) return Promise.resolve([]);
  const servers = options.hosts.map(({ host = '', port = 27_017 }) => ({ host, port }));
  return Promise.all(
    servers.map((server) => certificateOfServer(`MongoDB at ${server.host}:${server.port}`, server)),
  );
}
