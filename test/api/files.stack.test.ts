import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { keyringFile, loadKeyring } from '@svc/service-kit';
import { until } from '@svc/testing';
import { FileAddresses } from '@svc/records/file-addresses';
import { api, type Api } from '../support/http.ts';
import { downloaded, halfAnUpload, upload, type FileToSend } from '../support/upload.ts';
import { maliciousFiles } from '../support/malicious-files.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

// Both storages are tested in storage/file-storage.test.ts and file-volume.long.test.ts; here files are in GridFS.

type Bytes = FileToSend['bytes'];

/** A picture of 300 by 200 pixels with a rotation and a location in its EXIF. */
const portrait = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#a03060' } })
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Whether the EXIF of a picture has the tag of a location. */
const namesPlace = async (picture: Uint8Array) =>
  (await sharp(picture).metadata()).exif?.includes(Buffer.from([0x25, 0x88])) ?? false;

let world: World;
let mona: TestUser;
let asMona: Api;
let asOtto: Api;
let otto: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  otto = await world.createUser({ role: 'multiplier', displayName: 'Otto' });
  asMona = api(world, mona.token);
  asOtto = api(world, otto.token);
});

const contact = async () => (await asMona.post<{ ID: number }>(contacts, { json: { name: 'Ann' } })).body.ID;
const send = (id: number, fields: Record<string, string>, files: readonly FileToSend[]) =>
  upload(world, mona.token, { id, fields: { meta_key: 'x_files', ...fields }, files });
const many = { is_multi_file: 'true' };
const small = { meta_key: 'x_small' };
const avatar = { meta_key: 'record_picture' };
const shown = async (id: number) => (await asMona.get<Record<string, unknown>>(`${contacts}/${id}`)).body;
const read = async (response: Response) => ({ response, bytes: Buffer.from(await response.arrayBuffer()) });
const bytesOf = async (url: string, init: RequestInit = {}) => read(await fetch(url, init));
/** Replaces the public address of the service, at which it does not listen, by its real one. */
const here = (url: unknown) => world.gatewayUrl + new URL(String(url)).pathname;
const download = async (token: string, id: number, file_key: string, meta_key = 'x_files') =>
  read(await downloaded(world, token, { id, meta_key, file_key }));
const countOf = (collection: string) => world.databaseOf('records').collection(collection).countDocuments();
const nothingUnderWay = () =>
  until(async () => expect([await countOf('uploads'), await countOf('upload_chunks')]).toEqual([0, 0]));
const droppedOf = (recordId: number) =>
  world.databaseOf('records').collection('files').countDocuments({ recordId, state: 'dropped' });

test('viewers of a record read its files unchanged, whole and by ranges', async () => {
  const id = await contact();
  const large = randomBytes(1_500_000);
  const { status, body } = await send(id, many, [
    { name: '../a "b"\r\nX-Evil: 1.bin', bytes: large },
    { name: 'list.csv', bytes: 'a;b\n1;2\n', type: 'text/html' },
  ]);
  expect([status, body]).toMatchObject([200, { uploaded: true, uploaded_msg: null }]);
  const [first, second] = (await shown(id))['x_files'] as Record<string, string>[];
  expect(body.uploaded_files.map(({ file }) => file)).toEqual([first, second]);
  expect(first).toMatchObject({ size: large.length, type: 'application/octet-stream' });
  expect(second).toMatchObject({ name: 'list.csv', size: 8, type: 'text/csv' });
  const key = first?.['key'] ?? '';
  const whole = await download(mona.token, id, key);
  expect(whole.bytes.equals(large)).toBe(true);
  expect(whole.response.headers.get('content-disposition')).toBe('attachment; filename="a _b_X-Evil_ 1.bin"');
  expect(Object.fromEntries(whole.response.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  for (const [asked, from, to] of [
    ['bytes=262143-262145', 262_143, 262_146],
    ['bytes=-5', large.length - 5, large.length],
  ] as const) {
    const part = await bytesOf(here(first?.['url']), { headers: { range: asked } });
    expect([part.response.status, part.bytes.toString('hex')]).toEqual([
      206,
      large.subarray(from, to).toString('hex'),
    ]);
  }
  const beyond = await bytesOf(here(first?.['url']), { headers: { range: 'bytes=9000000-' } });
  expect([beyond.response.status, beyond.response.headers.get('content-range')]).toEqual([
    416,
    `bytes */${large.length}`,
  ]);
  const foreign = await download(otto.token, id, key);
  expect([foreign.response.status, JSON.parse(foreign.bytes.toString())]).toMatchObject([
    403,
    { code: 'rest_forbidden' },
  ]);
  await asMona.post(`${contacts}/${id}/shares`, { json: { user_id: otto.id } });
  expect((await download(otto.token, id, key)).bytes.length).toBe(large.length);
  expect((await download(mona.token, await contact(), key)).response.status).toBe(404);
});

test('a picture is re-encoded upright without its location and gets thumbnails', async () => {
  const id = await contact();
  const sent = await portrait();
  expect(sent.includes('secret place')).toBe(true);
  const { body } = await send(id, avatar, [{ name: 'me.txt', bytes: sent }]);
  expect(body).toMatchObject({ uploaded: true, uploaded_msg: null });
  const picture = (await shown(id))['record_picture'] as Record<string, string>;
  const full = await bytesOf(here(picture['full']));
  const made = await sharp(full.bytes).metadata();
  expect(made).toMatchObject({ format: 'jpeg', autoOrient: { width: 200, height: 300 } });
  expect([await namesPlace(sent), await namesPlace(full.bytes)]).toEqual([true, false]);
  expect(full.bytes.includes('secret place')).toBe(false);
  expect(full.response.headers.get('content-disposition')).toBe('inline');
  const thumb = await bytesOf(here(picture['thumb']));
  expect(await sharp(thumb.bytes).metadata()).toMatchObject({ format: 'webp', width: 150, height: 150 });
  const large = await bytesOf(here(picture['large']));
  expect(await sharp(large.bytes).metadata()).toMatchObject({ format: 'webp', width: 200, height: 300 });
  await send(id, avatar, [{ name: 'other.jpg', bytes: sent }]);
  expect((await bytesOf(here(picture['full']))).response.status).toBe(403);
  const list = await asMona.get<{ posts: Record<string, { thumb?: string }>[] }>(contacts, {
    query: { fields_to_return: ['record_picture'] },
  });
  expect(list.text).toContain('/files/v1/');
});

test.each<[string, Record<string, string>, name: string, bytes: () => Bytes | Promise<Bytes>, RegExp]>([
  ['is empty', {}, 'a.txt', () => '', /"a.txt" is empty/],
  [
    'is larger than the maximum size',
    {},
    'a.bin',
    () => randomBytes(2_200_000),
    /maximum allowed size of 2 MB/,
  ],
  ['is larger than the maximum of its field', small, 'a.csv', () => 'a;'.repeat(300_000), /size of 0.5 MB/],
  [
    'does not match its extension',
    small,
    'a.pdf',
    () => 'MZ no pdf',
    /"application\/x-msdownload" is not allowed/,
  ],
  ['is not a picture', avatar, 'a.png', () => '<svg onload="alert(1)"/>', /"text\/plain" is not allowed/],
  ['is a broken picture', {}, 'a.jpg', async () => (await portrait()).subarray(0, 400), /cannot be read/],
  ['is a picture of another kind', {}, 'a.tif', () => tiff(), /must be a JPEG, PNG, WebP or GIF file/],
])(
  'a file that %s is refused and other files of the request are stored',
  async (_what, fields, name, bytes, message) => {
    const id = await contact();
    const file = async () => ({ name, bytes: await bytes() });
    const good = await portrait();
    const before = await shown(id);
    const alone = await send(id, fields, [await file()]);
    expect(alone.body).toMatchObject({ uploaded: false, uploaded_msg: expect.stringMatching(message) });
    expect(await shown(id)).toEqual(before);
    if (fields === avatar) return;
    const both = await send(id, { ...fields, ...many }, [await file(), { name: 'good.jpg', bytes: good }]);
    expect(both.body.uploaded_files.map(({ uploaded }) => uploaded)).toEqual([false, true]);
  },
);

test.each(maliciousFiles)('$what is served without executable content', async ({ file, becomes }) => {
  const id = await contact();
  const { body } = await send(id, many, [await file()]);
  const [{ uploaded_msg: message, file: stored } = { uploaded_msg: null, file: null }] = body.uploaded_files;
  if ('refused' in becomes)
    return void expect([message, stored]).toEqual([expect.stringMatching(becomes.refused), null]);
  const { response, bytes } = await bytesOf(here(stored?.['url']));
  const isPicture = becomes.type.startsWith('image/');
  const disposition = isPicture ? 'inline' : expect.stringMatching(/^attachment;/);
  expect([message, stored?.['name']]).toEqual([null, becomes.name]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': becomes.type,
    'content-disposition': disposition,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(bytes.includes('alert')).toBe(!isPicture && !becomes.name.endsWith('.docx'));
});

test('an address is signed with the secret of records and refused with any other secret', async () => {
  const { body } = await send(await contact(), {}, [{ name: 'a.txt', bytes: 'some text' }]);
  const file = { key: body.uploaded_key, variant: 'full' } as const;
  const open = (secret: Uint8Array) => {
    const address = new FileAddresses({ base: '', secret, hours: 24 }).forNow(file);
    return bytesOf(`${world.gatewayUrl}/wp-json/files/v1/${address}`);
  };
  const { secret } = await loadKeyring(keyringFile(join(world.dataDir, 'keys'), 'records'));
  expect(String((await open(secret)).bytes)).toBe('some text');
  const { response, bytes } = await open(randomBytes(32));
  expect([response.status, JSON.parse(String(bytes))]).toMatchObject([403, { code: 'file_address' }]);
});

test('a file name of more than 1,000 characters is refused, and nothing is kept', async () => {
  const id = await contact();
  const { status, body } = await send(id, {}, [{ name: `a${'.'.repeat(70_000)}b`, bytes: 'some text' }]);
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  expect(await shown(id)).not.toHaveProperty('x_files');
  await nothingUnderWay();
});

test('renamed and deleted files are in the history', async () => {
  const id = await contact();
  const files = ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.txt`, bytes: name }));
  const { body } = await send(id, many, files);
  const [key = '', other = ''] = body.uploaded_keys;
  const at = (what: string) => `${contacts}/${id}/${what}`;
  const named = { meta_key: 'x_files', file_key: key };
  const renamed = await asMona.post(at('storage_rename_single'), {
    json: { ...named, new_name: 'A/one.txt' },
  });
  expect(renamed.body).toEqual({ renamed: true, file_key: key, new_name: 'one.txt' });
  const gone = await asMona.post(at('storage_delete_single'), { json: { ...named, file_key: other } });
  expect(gone.body).toEqual({ deleted: true, deleted_key: other });
  const again = await asMona.post(at('storage_delete_single'), { json: { ...named, file_key: other } });
  expect(again.body).toMatchObject({ deleted: false, error: 'The record has no such file.' });
  expect((await download(mona.token, id, other)).response.status).toBe(404);
  expect((await asMona.post(at('storage_delete'), { json: { meta_key: 'x_files' } })).body).toMatchObject({
    deleted: true,
    deleted_keys: [key, ...body.uploaded_keys.slice(2)],
  });
  expect((await shown(id))['x_files']).toBeUndefined();
  const history = await asMona.get<{ activity: { object_note: string }[] }>(at('activity'));
  // Rows of the same second have no order.
  const notes = history.body.activity.map(({ object_note: note }) => note);
  expect(notes.filter((note) => /file/.test(note)).toSorted()).toEqual([
    'Deleted all 3 files from Papers',
    'Deleted file: b.txt from Papers',
    'Renamed file from a.txt to one.txt',
    'Uploaded 4 files: a.txt, b.txt, c.txt and 1 more to Papers',
  ]);
});

test('comments have pictures and audio, which are deleted with them', async () => {
  const id = await contact();
  const fields = { meta_key: 'photo', upload_type: 'image_comment' };
  const { body } = await send(id, fields, [{ name: 'me & you.jpg', bytes: await portrait() }]);
  const key = body.uploaded_key;
  const wrong = { meta_key: 'voice', upload_type: 'audio_comment' };
  expect((await send(id, wrong, [{ name: 'a.mp3', bytes: 'text' }])).body.uploaded).toBe(false);
  const list = await asMona.get<{ comments: { comment_ID: string; comment_meta: object }[] }>(
    `${contacts}/${id}/comments`,
  );
  expect(list.body.comments).toMatchObject([
    { comment_content: 'me &amp; you.jpg', comment_meta: { photo: [{ value: key }] } },
  ]);
  expect((await download(mona.token, id, key, 'photo')).response.status).toBe(200);
  await asMona.delete(`${contacts}/${id}/comments/${list.body.comments[0]?.comment_ID}`);
  await until(async () => expect((await download(mona.token, id, key, 'photo')).response.status).toBe(404));
});

test('a merge moves files and a deletion removes them from the storage', async () => {
  const primary = await contact();
  const duplicate = await contact();
  await send(primary, many, [{ name: 'one.txt', bytes: 'one' }]);
  await send(duplicate, many, [{ name: 'two.txt', bytes: 'two' }]);
  await send(duplicate, avatar, [{ name: 'me.jpg', bytes: await portrait() }]);
  const merged = await asMona.post(`${contacts}/merge`, {
    json: { primary_post_id: primary, archiving_post_id: duplicate, merge_comments: true, values: {} },
  });
  expect(merged.status).toBe(200);
  const after = await shown(primary);
  const files = after['x_files'] as { key: string; name: string }[];
  expect(files.map(({ name }) => name)).toEqual(['one.txt', 'two.txt']);
  expect((await shown(duplicate))['x_files']).toBeUndefined();
  expect((await download(mona.token, primary, files[1]?.key ?? '')).bytes.toString()).toBe('two');
  const { full } = after['record_picture'] as { full: string };
  expect((await bytesOf(here(full))).response.status).toBe(200);
  await asMona.delete(`${contacts}/${primary}`);
  expect((await bytesOf(here(full))).response.status).toBe(403);
  expect(await droppedOf(primary)).toBe(3);
});

test('an upload of a disconnected client is released immediately', async () => {
  const id = await contact();
  const bytes = randomBytes(600_000);
  const open = Array.from({ length: 20 }, () => halfAnUpload(world, mona.token, { id, bytes }));
  await until(async () =>
    expect([await countOf('uploads'), await countOf('upload_chunks')]).toEqual([20, 40]),
  );
  const files = [{ name: 'a.txt', bytes: 'a' }];
  expect(await send(id, many, files)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  for (const end of open) end();
  await nothingUnderWay();
  expect(await send(id, many, files)).toMatchObject({ status: 200, body: { uploaded: true } });
  expect((await shown(id))['x_files']).toHaveLength(1);
});

test('an upload without update permission or with another form or field is refused', async () => {
  const id = await contact();
  const files = [{ name: 'a.txt', bytes: 'a' }];
  const fields = { meta_key: 'x_files' };
  const kept = () => world.databaseOf('records').collection('files').countDocuments({ recordId: id });
  expect(await upload(world, otto.token, { id, fields, files })).toMatchObject({
    status: 403,
    body: { code: 'rest_forbidden' },
  });
  expect(await send(id, { meta_key: 'name' }, files)).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param' },
  });
  expect(await send(id, {}, [])).toMatchObject({ body: { code: 'rest_missing_callback_param' } });
  await nothingUnderWay();
  const json = await asMona.post(`${contacts}/${id}/storage_upload`, { json: fields });
  expect([json.status, json.body]).toMatchObject([415, { code: 'unsupported_media_type' }]);
  expect(await countOf('uploads')).toBe(0);
  const cut = '--x\r\ncontent-disposition: form-data; name="storage_upload_files[]"; filename="a"\r\n\r\nabc';
  const broken = await asMona.post(`${contacts}/${id}/storage_upload`, {
    raw: cut,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect([broken.status, broken.body]).toMatchObject([400, { code: 'rest_invalid_param' }]);
  await nothingUnderWay();
  expect(await asOtto.get(`${contacts}/${id}`)).toMatchObject({ status: 403 });
  expect(await kept()).toBe(0);
});

const tiff = () =>
  sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } })
    .tiff()
    .toBuffer();
