import { mongo } from 'mongoose';
import { schemaVersions } from '@svc/contracts';
import { isDuplicateKey, type Restoring, type SchemaState } from '@svc/service-kit/store';
import { AdminError } from '../admin-error.ts';
import { eraseAtRest, tombstonesOf, type Tombstone } from '../erasing/traces.ts';
import type { ProgressReport } from '../progress.ts';
import { backedUp, derivedDatabase, type Databases } from '../databases.ts';
import type { StoredBackup } from './backup-place.ts';
import { split, type BackupHead, type Beginning, type DocumentsHead } from './make-backup.ts';
import type { Secret } from './seal.ts';
import { SealedReader, type SealedPiece } from './sealed-file.ts';

export type Checked = Awaited<ReturnType<typeof checkBackup>>;

interface CheckWork extends StoredBackup {
  readonly secret: Secret;
  readonly report: ProgressReport;
}

interface RestoreWork extends CheckWork {
  readonly databases: Databases;
  readonly erased?: readonly Tombstone[];
}

/** Reads a whole backup. @throws AdminError when it is damaged, cut off, sealed with another secret, or of a newer program. */
export async function checkBackup({ place, name, secret, report }: CheckWork) {
  const path = place.addressOf(name);
  const reader = await SealedReader.open<BackupHead>(await place.read(name), secret);
  let begin: Beginning | undefined;
  let documents = 0;
  const counts = new Map<string, CollectionCount>();
  try {
    for await (const { head, isLast } of reader.pieces()) {
      if (head.kind === 'begin') begin = head;
      else if (head.kind !== 'end') {
        documents += head.documents;
        count(counts, head);
      }
      if (isLast !== (head.kind === 'end') || (head.kind === 'end' && head.documents !== documents))
        throw new AdminError(
          `${path} is inconsistent: its pieces do not match its final piece. Restore from another copy.`,
        );
      report.show({ what: 'megabytes read', done: megabytes(reader.position), of: megabytes(reader.size) });
    }
    if (!begin) throw new AdminError(`${path} is not a backup of the Records Service.`);
    checkVersions(begin, path);
    return { begin, documents, counts: [...counts.values()] };
  } finally {
    report.end();
    await reader.close();
  }
}

/** The numbers of documents of a collection in a backup. */
export interface CollectionCount extends Pick<DocumentsHead, 'service' | 'collection'> {
  readonly documents: number;
  /** Messages for the outbox, which may have been there too. */
  readonly undelivered: number;
}

function count(counts: Map<string, CollectionCount>, head: DocumentsHead): void {
  const { kind, service, collection, documents } = head;
  const key = `${service}.${collection}`;
  const before = counts.get(key) ?? { service, collection, documents: 0, undelivered: 0 };
  counts.set(key, { ...before, [kind]: before[kind] + documents });
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

/** Refuses data of a newer schema; older data is migrated by the services as they start. */
function checkVersions({ schemas }: Beginning, path: string): void {
  for (const service of backedUp) {
    const { readableFrom, version } = schemas[service];
    if (readableFrom > schemaVersions[service])
      throw new AdminError(
        `${path} comes from a newer version: ${service} has schema version ${version}, and this version reads up to ${schemaVersions[service]}. Restore it with the newer version.`,
      );
  }
}

/**
 * Writes a backup into an empty installation whose services are not running, or continues an interrupted restore of the same backup.
 * Services refuse to start until the restore is complete.
 * @throws AdminError when the installation is not empty, and like `checkBackup`.
 */
export async function restoreBackup(work: RestoreWork, checked: Checked): Promise<{ erased: number }> {
  await insertBackup(work, checked);
  return completeRestore(work, checked);
}

/** The first step of a restore: writes all documents. @throws like `restoreBackup` */
export async function insertBackup(
  work: RestoreWork,
  { begin, documents: of }: Pick<Checked, 'begin' | 'documents'>,
): Promise<void> {
  const { place, name, secret, databases, report } = work;
  const done = await begun(begin, work);
  const reader = await SealedReader.open<BackupHead>(await place.read(name), secret);
  const { insert, note } = insertion(begin, databases, done);
  const began = { at: performance.now(), documents: 0 };
  let documents = 0;
  try {
    for await (const piece of reader.pieces()) {
      const { head, number } = piece;
      if (head.kind === 'begin' || head.kind === 'end') continue;
      documents += head.documents;
      if (number < done) {
        began.documents = documents;
        continue;
      }
      await insert({ ...piece, head });
      const rate = ((documents - began.documents) * 1_000) / (performance.now() - began.at);
      report.show({ what: 'documents', done: documents, of, rate });
    }
    await note();
  } finally {
    report.end();
    await reader.close();
  }
}

/** The second step: erases persons again, decides about waiting mails, and permits services to start. */
export async function completeRestore(
  { databases, ...work }: RestoreWork,
  { begin }: Pick<Checked, 'begin'>,
): Promise<{ erased: number }> {
  const known = await tombstonesOf(databases).find().toArray();
  let erased = 0;
  for (const person of [...known, ...(work.erased ?? [])])
    if (await eraseAtRest(databases, person)) erased += 1;
  await finish(begin, databases);
  return { erased };
}

const current = { _id: 'schema' } as const;
const statesOf = (db: mongo.Db) => db.collection<SchemaState>('schema_version');

/**
 * Marks the databases as being restored. Returns the number of pieces that an interrupted restore has written.
 * @throws AdminError unless the databases are empty or marked by this backup.
 */
async function begun(begin: Beginning, { databases, report }: RestoreWork): Promise<number> {
  const all = [...backedUp, derivedDatabase] as const;
  for (const service of all) await checkEmpty(databases.of(service), begin);
  const state = await statesOf(databases.of('records')).findOne(current);
  if (state?.restoring) report.say('Resuming the interrupted restore of this backup.');
  else {
    const restoring: Restoring = { backup: begin.backup, pieces: 0 };
    for (const service of all)
      await statesOf(databases.of(service)).updateOne(
        current,
        { $setOnInsert: { version: 0, readableFrom: 0, restoring } },
        { upsert: true },
      );
    for (const { service, collection, options } of begin.collections)
      await databases
        .of(service)
        .createCollection(collection, JSON.parse(options) as object)
        .catch(unlessThere);
  }
  return state?.restoring?.pieces ?? 0;
}

async function checkEmpty(db: mongo.Db, { backup }: Beginning): Promise<void> {
  const restoring = (await statesOf(db).findOne(current))?.restoring;
  if (restoring?.backup === backup) return;
  if (restoring)
    throw new AdminError(`${db.databaseName} has an interrupted restore of another backup. ${emptyIt}`);
  for (const { name } of await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray())
    if (await db.collection(name).findOne({}, { projection: { _id: 1 } }))
      throw new AdminError(`${db.databaseName} is not empty: it has the collection ${name}. ${emptyIt}`);
}

const emptyIt =
  'Restore into an empty installation, before the first start of its services. Nothing was written.';
const namespaceExists = 48;

function unlessThere(error: unknown): void {
  if (!(error instanceof mongo.MongoServerError && error.code === namespaceExists)) throw error;
}

type DocumentsPiece = SealedPiece<BackupHead> & { readonly head: DocumentsHead };

const maxUnderWay = 3;
const notedEvery = 20;

/** Inserts the pieces of a backup behind the first `done`; inserting a piece again changes nothing. */
function insertion({ backup }: Beginning, databases: Databases, done: number) {
  const underWay: Promise<void>[] = [];
  let noted = done;
  let taken = done;
  /** Waits until all pieces are inserted, and notes how far the restore is. */
  const note = async () => {
    await Promise.all(underWay.splice(0));
    noted = taken;
    const restoring = { backup, pieces: taken };
    await statesOf(databases.of('records')).updateOne(current, { $set: { restoring } });
  };
  const insert = async (piece: DocumentsPiece) => {
    const inserted = insertPiece(databases, piece);
    inserted.catch(() => undefined);
    underWay.push(inserted);
    taken = piece.number + 1;
    if (taken - noted >= notedEvery) await note();
    else if (underWay.length >= maxUnderWay) await underWay.shift();
  };
  return { insert, note };
}

async function insertPiece(databases: Databases, { head, body }: DocumentsPiece): Promise<void> {
  const documents = split(await body());
  const options = { ordered: false, writeConcern: { w: 'majority' } } as const;
  await databases
    .of(head.service)
    .collection(head.collection)
    .insertMany(documents, options)
    .catch(unlessRepeated);
}

/** Ignores duplicate keys: those documents were inserted before the interruption, and the unordered insert has written the others. */
function unlessRepeated(error: unknown): void {
  const all = error instanceof mongo.MongoBulkWriteError ? [error.writeErrors].flat() : [];
  if (all.length === 0 || !all.every((each) => isDuplicateKey(each))) throw error;
}

/** Sets waiting mails and pushes to uncertain: they may have been sent since the backup, so an operator decides. Then removes the marks. */
async function finish({ schemas }: Beginning, databases: Databases): Promise<void> {
  for (const queue of ['mails', 'pushes'])
    await databases
      .of('users')
      .collection(queue)
      .updateMany(
        { state: { $in: ['waiting', 'sending'] } },
        {
          $set: {
            state: 'uncertain',
            claim: null,
            reason: 'Queued when the backup was made; it may have been sent since.',
          },
        },
      );
  await statesOf(databases.of(derivedDatabase)).deleteOne(current);
  for (const service of [...backedUp].reverse())
    await statesOf(databases.of(service)).replaceOne(current, schemas[service]);
}
