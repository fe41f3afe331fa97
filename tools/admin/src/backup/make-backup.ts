import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { SchemaState } from '@svc/service-kit/store';
import { AdminError } from '../admin-error.ts';
import type { ProgressReport } from '../progress.ts';
import {
  backedUp,
  collectionsOf,
  type BackedUp,
  type Databases,
  type SavedCollection,
} from '../databases.ts';
import type { BackupPlace, UnfinishedBackups } from './backup-place.ts';
import { chooseMoment } from './moment.ts';
import type { Secret } from './seal.ts';
import { SealedReader, SealedWriter } from './sealed-file.ts';

/** The head of a piece of a backup. The order is `begin`, documents, `end`. */
export type BackupHead = Beginning | DocumentsHead | { readonly kind: 'end'; readonly documents: number };

export interface Beginning {
  readonly kind: 'begin';
  readonly backup: string;
  /** The moment of the backup as a time in UTC. */
  readonly at: string;
  /** The cluster time of the backup: seconds and increment. */
  readonly moment: { readonly t: number; readonly i: number };
  readonly schemas: Readonly<Record<BackedUp, Pick<SchemaState, 'version' | 'readableFrom' | 'running'>>>;
  readonly collections: readonly SavedCollection[];
}

export interface DocumentsHead {
  /** `undelivered` are published messages that had left the outbox but were not yet consumed; a restore puts them back there. */
  readonly kind: 'documents' | 'undelivered';
  readonly service: BackedUp;
  readonly collection: string;
  readonly documents: number;
}

interface BackupWork {
  readonly place: BackupPlace;
  readonly name: string;
  /** The name of an unfinished backup of the place, which this one continues where it can. */
  readonly unfinished: string | undefined;
  readonly secret: Secret;
  readonly databases: Databases;
  readonly bus: NatsConnection;
  readonly report: ProgressReport;
}

const pieceBytes = 1024 * 1024;
const { BSON } = mongo;

/**
 * Writes the documents of all services, as of one moment, into a sealed file. An unfinished backup is continued, under its name, while the
 * database still keeps the snapshot of its moment, and otherwise deleted.
 * @throws AdminError with the reason why no backup can be made.
 */
export async function makeBackup(work: BackupWork): Promise<{ name: string; at: string; documents: number }> {
  const { place, unfinished, report } = work;
  if (await place.has(work.name))
    throw new AdminError(
      `${place.addressOf(work.name)} already exists and was not changed. Choose another file.`,
    );
  const resumed = unfinished === undefined ? undefined : await resume(unfinished, work);
  const name = resumed && unfinished !== undefined ? unfinished : work.name;
  const { writer, begin, ...from } = resumed ?? (await start(work));
  let { documents } = from;
  const of = begin.collections.reduce((sum, each) => sum + each.documents, 0);
  const began = { at: performance.now(), documents };
  try {
    for await (const piece of documentsAfter(from.last, begin, work)) {
      await writer.write(piece);
      documents += piece.head.documents;
      const rate = ((documents - began.documents) * 1_000) / (performance.now() - began.at);
      report.show({ what: 'documents', done: documents, of: Math.max(of, documents), rate });
    }
    await writer.write({ head: { kind: 'end', documents }, body: Buffer.alloc(0) }, true);
    await writer.end();
  } catch (error) {
    throw explained(error, `, after ${documents} of ${of} documents`);
  } finally {
    report.end();
    await writer.close();
  }
  return { name, at: begin.at, documents };
}

interface Started {
  readonly writer: SealedWriter<BackupHead>;
  readonly begin: Beginning;
  readonly documents: number;
  /** The last document written, and its collection. */
  readonly last?: Last;
}

interface Last extends Pick<DocumentsHead, 'service' | 'collection'> {
  readonly _id: unknown;
}

async function start({ place, name, secret, databases, bus }: BackupWork): Promise<Started> {
  const db = databases.of('records');
  const { at, undelivered } = await chooseMoment(db, await bus.jetstreamManager());
  const collections = await Promise.all(backedUp.map((each) => collectionsOf(each, databases.of(each))));
  const states = await Promise.all(backedUp.map((each) => schemaAt(databases.of(each), at))).catch(
    (error: unknown) => {
      throw explained(error);
    },
  );
  const begin: Beginning = {
    kind: 'begin',
    backup: randomUUID(),
    at: new Date(at.getHighBits() * 1_000).toISOString(),
    moment: { t: at.getHighBits(), i: at.getLowBits() },
    schemas: Object.fromEntries(backedUp.map((each, index) => [each, states[index]])) as Beginning['schemas'],
    collections: collections.flat(),
  };
  const writer = await SealedWriter.create<BackupHead>(await place.create(name), secret);
  let documents = 0;
  try {
    await writer.write({ head: begin, body: Buffer.alloc(0) });
    for await (const { service, item } of undelivered()) {
      documents += 1;
      const head = { kind: 'undelivered', service, collection: 'outbox', documents: 1 } as const;
      await writer.write({ head, body: BSON.serialize(item) });
    }
  } catch (error) {
    await writer.close();
    throw error;
  }
  return { writer, begin, documents };
}

async function schemaAt(db: mongo.Db, at: mongo.Timestamp): Promise<Beginning['schemas'][BackedUp]> {
  const found = (await readAt(db, { collection: 'schema_version', at }).toArray()) as Partial<SchemaState>[];
  const { version = 0, readableFrom = 0, running } = found[0] ?? {};
  return { version, readableFrom, ...(running && { running }) };
}

/** Continues an unfinished backup; deletes it when it has no documents yet or the database no longer keeps the snapshot of its moment. */
async function resume(name: string, work: BackupWork): Promise<Started | undefined> {
  const { parts } = work.place;
  if (!parts) return undefined;
  const resumed = await continuePart(name, parts, work);
  if (resumed) return resumed;
  work.report.say(`${parts.addressOf(name)} cannot be resumed: starting a new backup.`);
  await parts.remove(name);
  return undefined;
}

async function continuePart(
  name: string,
  parts: UnfinishedBackups,
  { secret, databases, report }: BackupWork,
): Promise<Started | undefined> {
  const reader = await SealedReader.open<BackupHead>(await parts.read(name), secret);
  try {
    const first = await reader.next();
    if (first?.head.kind !== 'begin') return undefined;
    const begin = first.head;
    let documents = 0;
    let last: { readonly head: DocumentsHead; readonly body: () => Promise<Uint8Array> } | undefined;
    for (let piece = await reader.next(); piece; piece = await reader.next()) {
      const { head, body } = piece;
      if (head.kind === 'begin' || head.kind === 'end') return undefined;
      if (head.kind === 'documents') last = { head, body };
      documents += head.documents;
    }
    if (!last || !(await isKnown(databases.of('records'), momentOf(begin)))) return undefined;
    const _id = split(await last.body()).at(-1)?.['_id'] as unknown;
    report.say(`Resuming ${parts.addressOf(name)} after ${documents} documents.`);
    const writer = SealedWriter.resume(reader, await parts.append(name, reader.position));
    return { writer, begin, documents, last: { ...last.head, _id } };
  } finally {
    await reader.close();
  }
}

const momentOf = ({ moment: { t, i } }: Beginning): mongo.Timestamp => new mongo.Timestamp({ t, i });

async function isKnown(db: mongo.Db, at: mongo.Timestamp): Promise<boolean> {
  return schemaAt(db, at).then(
    () => true,
    (error: unknown) => {
      if (isTooLate(error)) return false;
      throw error;
    },
  );
}

async function* documentsAfter(last: Last | undefined, begin: Beginning, work: BackupWork) {
  const { collections } = begin;
  const isLast = (each: SavedCollection) =>
    each.service === last?.service && each.collection === last.collection;
  const first = last ? collections.findIndex(isLast) : 0;
  for (const each of collections.slice(Math.max(0, first))) {
    const { service, collection } = each;
    const after = last && isLast(each) ? { after: last._id } : {};
    const reading = { collection, at: momentOf(begin), ...after };
    const db = work.databases.of(service);
    for await (const { documents, body } of piecesOf(db, reading))
      yield { head: { kind: 'documents' as const, service, collection, documents }, body };
  }
}

interface Reading {
  readonly collection: string;
  readonly at: mongo.Timestamp;
  /** Reading begins after this `_id`. */
  readonly after?: unknown;
}

/** A cursor over a collection as of a moment, ordered by `_id`. */
function readAt(db: mongo.Db, { collection, at, ...reading }: Reading, options: object = {}) {
  const after =
    'after' in reading ? { min: { _id: reading.after }, filter: { _id: { $ne: reading.after } } } : {};
  const readConcern = { level: 'snapshot', atClusterTime: at };
  const find = { find: collection, sort: { _id: 1 }, hint: { _id: 1 }, ...after, readConcern };
  return db.runCursorCommand(find, options).setBatchSize(1_000);
}

async function* piecesOf(db: mongo.Db, reading: Reading) {
  const cursor = readAt(db, reading, { raw: true });
  let piece: Uint8Array[] = [];
  let bytes = 0;
  const taken = () => {
    const made = { documents: piece.length, body: Buffer.concat(piece) };
    piece = [];
    bytes = 0;
    return made;
  };
  try {
    while (await cursor.hasNext())
      for (const document of cursor.readBufferedDocuments() as unknown as Uint8Array[]) {
        piece.push(document);
        bytes += document.length;
        if (bytes >= pieceBytes) yield taken();
      }
    if (piece.length > 0) yield taken();
  } finally {
    await cursor.close();
  }
}

/** The documents of a piece; numbers keep their stored BSON types. */
export function split(body: Uint8Array): mongo.BSON.Document[] {
  const documents: mongo.BSON.Document[] = [];
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let at = 0; at < body.length;) {
    const length = view.getInt32(at, true);
    const document = body.subarray(at, at + length);
    documents.push(BSON.deserialize(document, { promoteValues: false, bsonRegExp: true }));
    at += length;
  }
  return documents;
}

/** SnapshotTooOld and SnapshotUnavailable. */
const tooLateCodes = [239, 246];

function isTooLate(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && tooLateCodes.includes(Number(error.code));
}

function explained(error: unknown, progress = ''): unknown {
  if (!isTooLate(error)) return error;
  const bound = 'MongoDB keeps snapshots for minSnapshotHistoryWindowInSeconds (default 300)';
  return new AdminError(
    `MongoDB has dropped the snapshot of the backup${progress}. ${bound}: raise it and start again (docs/operations/backup.md).`,
    { cause: error },
  );
}
