import { expect, test } from '@jest/globals';
import {
  recordsBeginUpload,
  recordsCreate,
  recordsEndUpload,
  recordsFinishUpload,
  recordsUploadChunk,
} from '@svc/contracts';
import { userActor } from '@svc/testing';
import { fileModel } from '../store/file-model.ts';
import { harnessOfSuite, withExtensions } from '../testing/records-harness.ts';

const harness = harnessOfSuite({
  settings: { ...withExtensions('sample'), MAX_RECORD_FILES_MB: '0.01', MAX_STORED_FILES_MB: '0.025' },
});

/** The bytes that the files of one record may have: 0.01 MB. */
const ofRecord = 10_485;
const mona = userActor(3, 'Mona', ['access_samples', 'create_samples']);
const type = { post_type: 'samples' };

async function newRecord() {
  const { ID } = await harness.ask(recordsCreate, { ...type, fields: { name: 'Ann' }, silent: true }, mona);
  return { ...type, id: Number(ID) };
}

async function upload(record: Awaited<ReturnType<typeof newRecord>>, size: number): Promise<string | null> {
  const { upload_id } = await harness.ask(recordsBeginUpload, record, mona);
  await harness.ask(recordsUploadChunk, { upload_id, file: 0, part: 0, data: Buffer.alloc(size, 'a') }, mona);
  const files = [{ name: 'a.txt', size, sha256: '', is_cut: false }];
  const input = { ...record, meta_key: 'some_files', upload_type: 'post' as const, upload_id, files };
  const { uploaded_msg } = await harness.ask(recordsFinishUpload, input, mona);
  await harness.ask(recordsEndUpload, { upload_id, outcome: 'finished' }, mona);
  return uploaded_msg;
}

const statesOf = async (recordId: number) =>
  (await fileModel(harness.documents.db).find({ recordId }).lean()).map(({ state }) => state);

test('files beyond the quota of their record or of the installation are refused and not kept', async () => {
  const first = await newRecord();
  expect(await upload(first, 6_000)).toBeNull();
  expect(await upload(first, 6_000)).toMatch('The files of a record may take 0.01 MB at most.');
  expect(await statesOf(first.id)).toEqual(['kept', 'dropped']);
  expect(await upload(await newRecord(), 9_000)).toBeNull();
  expect(await upload(first, ofRecord - 6_000)).toBeNull();
  await expect(upload(first, 1)).rejects.toMatchObject({ code: 'storage_full' });
  const third = await newRecord();
  expect(await upload(third, 9_000)).toMatch('all of the space for files');
  expect(await statesOf(third.id)).toEqual(['dropped']);
});

test('an upload cannot send more bytes than a record may have', async () => {
  await expect(upload(await newRecord(), ofRecord + 1)).rejects.toMatchObject({ code: 'storage_full' });
});
