import type { mongo } from 'mongoose';
import type { Report } from '@svc/local-stack';
import type { MongoConnection } from '../stack/connect-mongo.ts';
import {
  commentCopy,
  createdRowCopy,
  edgeCopy,
  recordCopy,
  type Stored,
  textsCopy,
} from './copied-documents.ts';
import { difference, type Difference, type IdSteps } from './difference.ts';

export interface Copying {
  /** Contacts and groups that the service has created, connected only with each other. */
  recordIds: readonly number[];
  /** The final number of families, the first one included. */
  families: number;
  userIds: readonly number[];
  report: Report;
}

interface Source {
  collection: mongo.Collection<Stored>;
  documents: readonly Stored[];
  copy: Copy;
}

type Copy = (document: Stored, difference: Difference) => Stored;

/**
 * Copies the stored documents of the first family with other ids, telephone numbers, addresses and dates. No service may run, since no
 * events are published and ids are assigned without the services.
 */
export async function copyFamilies(mongo: MongoConnection, copying: Copying): Promise<void> {
  const { families, userIds, report } = copying;
  const sources = await readSources(mongo, copying.recordIds);
  const steps = await raiseSequences(mongo, families);
  const indexes = await Promise.all(sources.map(({ collection }) => dropIndexes(collection)));
  for (let family = 1; family < families; family += 1) {
    const its = difference({ family, steps, userIds });
    for (const { collection, documents, copy } of sources) {
      if (documents.length === 0) continue;
      const copies = documents.map((document) => copy(document, its));
      await collection.insertMany(copies, { ordered: false, writeConcern: { w: 1 } });
    }
    if (family % 5 === 0) report(`Copied ${family} of ${families - 1} families`);
  }
  report('Building the indexes of the copies …');
  for (const build of indexes) await build();
}

/**
 * Drops the indexes of a collection, and returns what builds them again: to build one of a million documents takes a fraction of the time of adding
 * each document to it.
 */
async function dropIndexes(collection: mongo.Collection<Stored>): Promise<() => Promise<void>> {
  const indexes = await collection.listIndexes().toArray();
  const specifications = indexes
    .filter(({ name }) => name !== '_id_')
    .map(({ v: _version, ...specification }) => specification as mongo.IndexDescription);
  if (specifications.length === 0) return async () => undefined;
  await collection.dropIndexes();
  return async () => void (await collection.createIndexes(specifications));
}

async function readSources(mongo: MongoConnection, ids: readonly number[]): Promise<Source[]> {
  const of = (service: string, name: string) => mongo.of(service).collection<Stored>(name);
  const read = async (
    collection: mongo.Collection<Stored>,
    filter: mongo.Filter<Stored>,
    copy: Copy,
  ): Promise<Source> => ({ collection, copy, documents: await collection.find(filter).toArray() });
  const own = { recordId: { $in: ids } };
  const byId = { _id: { $in: ids } };
  return Promise.all([
    read(of('records', 'records'), byId, recordCopy),
    read(of('records', 'record_texts'), byId, textsCopy),
    read(of('records', 'edges'), { from: { $in: ids }, to: { $in: ids } }, edgeCopy),
    read(of('records', 'activity'), { ...own, action: 'created' }, createdRowCopy),
    read(of('comments', 'comments'), own, commentCopy),
  ]);
}

/** Reserves the ids of all families at once. Returns the distances between the ids of two families. */
async function raiseSequences(mongo: MongoConnection, families: number): Promise<IdSteps> {
  return {
    records: await raise(mongo.of('records'), 'records', families),
    activity: await raise(mongo.of('records'), 'activity', families),
    comments: await raise(mongo.of('comments'), 'comments', families),
  };
}

async function raise(db: mongo.Db, name: string, families: number): Promise<number> {
  const sequences = db.collection<{ _id: string; next: number }>('sequences');
  const step = (await sequences.findOne({ _id: name }))?.next ?? 1;
  await sequences.updateOne({ _id: name }, { $set: { next: step * families } }, { upsert: true });
  return step;
}
