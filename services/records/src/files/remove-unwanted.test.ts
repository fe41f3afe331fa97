import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectStore } from '@svc/service-kit';
import { throwAwayStack } from '@svc/service-kit/testing';
import { GridFsStorage } from '../storage/gridfs-storage.ts';
import { fileModel, type FileState } from '../store/file-model.ts';
import { removeUnwanted } from './remove-unwanted.ts';

let stack: Awaited<ReturnType<typeof throwAwayStack>>;
let connection: Awaited<ReturnType<typeof connectStore>>;

beforeAll(async () => {
  stack = await throwAwayStack();
  connection = await connectStore({ url: stack.mongodbUrl, service: 'records' });
});
afterAll(async () => {
  await connection?.destroy();
  await stack?.stop();
});

const now = new Date('2026-01-01T12:00:00Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test('what was dropped and what a crash left leaves the storage, what is kept or on its way stays', async () => {
  const files = fileModel(connection);
  const storage = new GridFsStorage(connection);
  const full = { type: 'text/plain', size: 1 };
  const about = { postType: 'contacts', recordId: 1, metaKey: 'x', isOfComment: false, uploaderId: 1 };
  const note = (_id: string, state: FileState, since: Date) =>
    files.create({ _id, state, since, ...about, name: 'a.txt', objects: { full } });
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
  await removeUnwanted({ files, storage }, now);
  expect((await files.find().sort({ _id: 1 }).lean()).map(({ _id }) => _id)).toEqual(['arriving', 'kept']);
  const isThere = async (key: string) => (await storage.read(key, { from: 0, to: 1 })) !== undefined;
  expect(await Promise.all(['dropped', 'abandoned', 'arriving', 'kept'].map(isThere))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
