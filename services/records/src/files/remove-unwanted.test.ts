import { expect, test } from '@jest/globals';
import { createLogger } from '@svc/service-kit';
import { Registry } from 'prom-client';
import { gridFsStorage } from '../storage/gridfs-storage.ts';
import { fileModel, type FileState } from '../store/file-model.ts';
import { uploadChunkModel, uploadModel } from '../store/upload-models.ts';
import { FileMetrics } from './file-metrics.ts';
import { removeUnwanted } from './remove-unwanted.ts';
import { harnessOfSuite } from '../testing/records-harness.ts';
import { giveFiles } from './store-file.ts';

const harness = harnessOfSuite({ instances: 0 });
const now = new Date('2026-01-01T12:00:00Z');
const full = { type: 'text/plain', size: 1 };
const about = {
  postType: 'contacts',
  recordId: 1,
  metaKey: 'x',
  isOfComment: false,
  uploaderId: 1,
  name: 'a.txt',
  objects: { full },
};
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test('dropped and abandoned files and uploads are removed, and kept and current ones stay', async () => {
  const connection = harness.documents.db;
  const files = fileModel(connection);
  const storage = gridFsStorage(connection);
  const note = (_id: string, state: FileState, since: Date) => files.create({ _id, state, since, ...about });
  const put = async (_id: string, state: FileState, since: Date) => {
    await note(_id, state, since);
    const content = (async function* () {
      yield Buffer.from('a');
    })();
    await storage.write(_id, { ...full, content });
  };
  await put('dropped', 'dropped', now);
  await put('abandoned', 'writing', before(61));
  await put('arriving', 'writing', before(59));
  await put('kept', 'kept', before(1_000));
  // Its process was killed before it wrote a byte.
  await note('empty', 'writing', before(61));
  const uploads = uploadModel(connection);
  const uploadChunks = uploadChunkModel(connection);
  const uploading = async (_id: string, heardAt: Date) => {
    const createdAt = before(40);
    const of = { uploader: 'user:1:0', postType: 'contacts', recordId: 1, bytes: 1 };
    await uploads.create({ _id, ...of, createdAt, heardAt });
    const chunk = { upload: _id, file: 0, part: 0, data: Buffer.from('a'), createdAt };
    await uploadChunks.updateOne({ upload: _id }, chunk, { upsert: true });
  };
  await uploading('silent', before(3));
  await uploading('under way', before(1));
  const registry = new Registry();
  const fileMetrics = new FileMetrics(registry);
  await removeUnwanted({ files, storage, uploads, uploadChunks, fileMetrics }, now);
  expect((await uploads.find().lean()).map(({ _id }) => _id)).toEqual(['under way']);
  expect((await uploadChunks.find().lean()).map(({ upload }) => upload)).toEqual(['under way']);
  const counted = (await registry.metrics()).split('\n').filter((line) => /^svc_.* [1-9]/.test(line));
  expect(counted.toSorted()).toEqual([
    'svc_files_removed_total{state="dropped"} 1',
    'svc_files_removed_total{state="writing"} 2',
    'svc_uploads_total{outcome="silent"} 1',
  ]);
  expect((await files.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)).toEqual(['arriving', 'kept']);
  const keys = ['dropped', 'abandoned', 'arriving', 'kept'];
  const read = await Promise.all(keys.map((key) => storage.read(key, { from: 0, to: 1 })));
  expect(keys.filter((_key, index) => read[index])).toEqual(['arriving', 'kept']);
});

test('a stored file that its record does not get is dropped immediately', async () => {
  const files = fileModel(harness.documents.db);
  const call = { log: createLogger({ service: 'records', level: 'silent' }) };
  const given = async (key: string, give: () => Promise<unknown>) => {
    await files.create({ _id: key, state: 'writing', since: now, ...about });
    const outcome = await giveFiles(call, { files }, { keys: [key], give }).catch(String);
    return [outcome, (await files.findById(key).lean())?.state];
  };
  const keep = async (_id: string) => (await files.updateOne({ _id }, { state: 'kept' })).modifiedCount;
  const fail = () => Promise.reject(new Error('the record was deleted'));
  expect(await given('refused', fail)).toEqual(['Error: the record was deleted', 'dropped']);
  expect(await given('not needed', async () => 'there')).toEqual(['there', 'dropped']);
  expect(await given('given', () => keep('given'))).toEqual([1, 'kept']);
  const unanswered = await given('unanswered', () => keep('unanswered').then(fail));
  expect(unanswered).toEqual(['Error: the record was deleted', 'kept']);
});
