import { expect, test } from '@jest/globals';
import { recordsBeginUpload, recordsCreate, recordsFinishUpload, recordsUploadChunk } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { fileModel } from '../../store/file-model.ts';
import { harnessOfSuite, withExtensions } from '../../testing/records-harness.ts';

const harness = harnessOfSuite({ settings: withExtensions('sample') });

test('files of an upload are dropped immediately when another file of it fails', async () => {
  const mona = userActor(3, 'Mona', ['access_samples', 'create_samples']);
  const type = { post_type: 'samples' };
  const { ID } = await harness.ask(recordsCreate, { ...type, fields: { name: 'Ann' }, silent: true }, mona);
  const record = { ...type, id: Number(ID) };
  const { upload_id } = await harness.ask(recordsBeginUpload, record, mona);
  const data = Buffer.from('abc');
  await harness.ask(recordsUploadChunk, { upload_id, file: 0, part: 0, data }, mona);
  const sent = { size: 3, sha256: '', is_cut: false };
  const files = ['a.txt', 'lost.txt'].map((name) => ({ ...sent, name }));
  const input = { ...record, meta_key: 'some_files', upload_type: 'post' as const, upload_id, files };
  await expect(harness.ask(recordsFinishUpload, input, mona)).rejects.toThrow(
    'A part of the upload is missing',
  );
  const stored = await fileModel(harness.documents.db).find().lean();
  expect(stored.map(({ name, state }) => ({ name, state }))).toEqual([{ name: 'a.txt', state: 'dropped' }]);
});
