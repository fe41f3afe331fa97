import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  fileChunkBytes,
  maxAvatarBytes,
  maxFileNameLength,
  maxKeyTextLength,
  maxLineTextLength,
  maxLongTextLength,
  maxUploadedFiles,
  recordsBeginUpload,
  recordsUploadChunk,
  searchAdvanced,
} from '@svc/contracts';
import { until } from '@svc/testing';
import { headerLimit } from '@svc/gateway/http-server';
import { maxPartNameLength } from '@svc/gateway/read-form';
import { maxLocatedAddresses } from '@svc/records/geolocate-addresses';
import { maxPictureBytes } from '@svc/pictures';
import { maxUploads } from '@svc/records/uploads';
import { pageTable } from '../docs/page-table.ts';
import { api, make, type Api } from '../support/http.ts';
import { halfAnUpload, upload, type FileToSend } from '../support/upload.ts';
import { uniqueWord, type TestUser, type World } from '../support/world.ts';
import { asAnswer, contacts, openLimitedWorld, worksAgain, type LimitedWorld } from './lowered-limits.ts';

let limited: LimitedWorld;
let world: World;
let mona: TestUser;
let asMona: Api;

beforeAll(async () => {
  limited = await openLimitedWorld();
  ({ world, mona, asMona } = limited);
});

afterAll(() => limited?.close());

const contact = () => make(asMona, contacts, { name: uniqueWord() });

const send = (id: number, files: readonly FileToSend[], meta_key = 'x_files') =>
  upload(world, mona.token, { id, fields: { meta_key, is_multi_file: 'true' }, files });

async function sent(id: number, files: readonly FileToSend[]): Promise<void> {
  const { status, body } = await send(id, files);
  expect([status, body.uploaded_files.map(({ uploaded }) => uploaded)]).toEqual([200, files.map(() => true)]);
}

const countOf = (collection: string) => world.databaseOf('records').collection(collection).countDocuments();
const megabytes = (count: number) => new Uint8Array(randomBytes(count * 1_000_000));
const invalid = { status: 400, body: { code: 'rest_invalid_param', data: { status: 400 } } };
const tooMany = { status: 429, body: { code: 'too_many_requests', data: { status: 429 } } };

/** Each row of the table of sizes and counts: more than the maximum is refused as documented, and the work after it succeeds. */
const limits: Readonly<Record<string, () => Promise<void>>> = {
  'pieces of an upload in memory of a gateway': async () =>
    sent(await contact(), [{ name: 'a', bytes: megabytes(3) }]),
  'pieces of a file in memory of records, on their way to the storage': async () =>
    sent(await contact(), [{ name: 'b', bytes: megabytes(3) }]),
  'bytes of a piece': async () => {
    const id = await contact();
    const { upload_id } = await world.ask(recordsBeginUpload, { post_type: 'contacts', id });
    const piece = (length: number) =>
      asAnswer(world.ask(recordsUploadChunk, { upload_id, file: 0, part: 0, data: new Uint8Array(length) }));
    expect(await piece(fileChunkBytes + 1)).toMatchObject(invalid);
    expect(await piece(fileChunkBytes)).toMatchObject({ status: 200 });
    await world.databaseOf('records').collection('uploads').deleteMany({});
  },
  'unfinished uploads of one caller': async () => {
    const id = await contact();
    const ends: (() => void)[] = [];
    while (ends.length < maxUploads) {
      ends.push(halfAnUpload(world, mona.token, { id, bytes: new Uint8Array(1_000) }));
      await until(async () => expect(await countOf('uploads')).toBe(ends.length));
    }
    expect(await send(id, [{ name: 'a.txt', bytes: 'a' }])).toMatchObject(tooMany);
    // One after the other: the queue of writes is short here.
    while (ends.length > 0) {
      ends.pop()?.();
      await until(async () => expect(await countOf('uploads')).toBe(ends.length));
    }
    await sent(id, [{ name: 'a.txt', bytes: 'a' }]);
  },
  'files of a request': async () => {
    const id = await contact();
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, bytes: 'a' }));
    expect(await send(id, files(maxUploadedFiles + 1))).toMatchObject(invalid);
    await sent(id, files(maxUploadedFiles));
  },
  'megabytes of a file': async () => {
    const { status, body } = await send(await contact(), [{ name: 'a.bin', bytes: megabytes(23) }]);
    expect({ status, body }).toMatchObject({ status: 200, body: { uploaded: false } });
    await sent(await contact(), [{ name: 'a.bin', bytes: megabytes(1) }]);
  },
  'bytes of a picture': async () => {
    const bytes = new Uint8Array(maxPictureBytes + 1);
    bytes.set([0xff, 0xd8, 0xff, 0xe0]);
    const { status, body } = await send(
      await contact(),
      [{ name: 'a.jpg', bytes, type: 'image/jpeg' }],
      'record_picture',
    );
    expect({ status, body }).toMatchObject({ status: 200, body: { uploaded: false } });
  },
  'bytes of a picture of a user': async () => {
    const picture = Buffer.alloc(maxAvatarBytes + 1).toString('base64');
    expect(await asMona.post('svc/v1/user/avatar', { json: { picture } })).toMatchObject(invalid);
  },
  'megabytes of all files of a record': async () => {
    const id = await contact();
    await sent(id, [{ name: 'a.bin', bytes: megabytes(16) }]);
    const refused = await send(id, [{ name: 'b.bin', bytes: megabytes(16) }]);
    expect(refused).toMatchObject({ status: 200, body: { uploaded: false } });
    await sent(id, [{ name: 'c.bin', bytes: megabytes(1) }]);
  },
  'characters of a key: a post type, a field, a role': async () => {
    expect(await asMona.get(`svc-posts/v2/${'a'.repeat(maxKeyTextLength + 1)}/settings`)).toMatchObject(
      invalid,
    );
  },
  'characters of a line: a name, an address, a password': async () => {
    const username = 'a'.repeat(maxLineTextLength + 1);
    expect(await api(world).post('jwt-auth/v1/token', { json: { username, password: 'x' } })).toMatchObject(
      invalid,
    );
  },
  'characters of a comment, a searched text, or a value in an import': async () => {
    const search = (length: number) =>
      asAnswer(world.ask(searchAdvanced, { query: 'a'.repeat(length), post_type: 'all', offset: 0 }));
    expect(await search(maxLongTextLength + 1)).toMatchObject(invalid);
    const comment = 'a'.repeat(200_000);
    const path = `${contacts}/${await contact()}/comments`;
    expect((await asMona.post(path, { json: { comment } })).status).toBe(400);
    expect((await asMona.post(path, { json: { comment: 'a' } })).status).toBe(200);
  },
  'characters of a file name': async () => {
    const id = await contact();
    expect(await send(id, [{ name: 'a'.repeat(maxFileNameLength + 1), bytes: 'a' }])).toMatchObject(invalid);
    await sent(id, [{ name: 'a'.repeat(maxFileNameLength), bytes: 'a' }]);
  },
  'characters of the name of a part of a form with files': async () => {
    const id = await contact();
    const fields = { meta_key: 'x_files', ['a'.repeat(maxPartNameLength + 1)]: 'x' };
    const files = [{ name: 'a.txt', bytes: 'a' }];
    expect(await upload(world, mona.token, { id, fields, files })).toMatchObject(invalid);
  },
  'bytes of the address and the headers of a request': async () => {
    expect(await statusWithHeaders(headerLimit)).toBe(413);
    expect(await statusWithHeaders(1_000)).toBe(200);
  },
  'addresses that a write looks up': async () => {
    const contact_address = Array.from({ length: maxLocatedAddresses + 1 }, (_, index) => ({
      value: `${index} Short Road`,
      geolocate: true,
    }));
    const { status } = await asMona.post(contacts, { json: { name: uniqueWord(), contact_address } });
    expect(status).toBe(200);
  },
  'mails of one user to the addresses of records in an hour': async () => {
    const write = messages(asMona, await contactWithMail(asMona));
    for (let count = 0; count < 2; count += 1) expect((await write()).status).toBe(200);
    expect(await write()).toMatchObject(tooMany);
  },
  'mails of all users to the addresses of records in an hour': async () => {
    const other = api(world, (await world.createUser({ role: 'multiplier' })).token);
    const write = messages(other, await contactWithMail(other));
    expect((await write()).status).toBe(200);
    expect(await write()).toMatchObject(tooMany);
  },
  'values that one caller checks with check_field_value_exists in an hour': async () => {
    const json = { communication_channel: 'contact_phone', field_value: '123' };
    const check = () => asMona.post(`${contacts}/check_field_value_exists`, { json });
    for (let count = 0; count < 3; count += 1) expect((await check()).status).toBe(200);
    expect(await check()).toMatchObject(tooMany);
  },
  // The last of those with files, which find no room afterwards.
  'megabytes of all files of the installation': async () => {
    const refused = await send(await contact(), [{ name: 'a.bin', bytes: megabytes(19) }]);
    expect(refused).toMatchObject({ status: 200, body: { uploaded: false } });
  },
};

const contactWithMail = (by: Api) =>
  make(by, contacts, { name: uniqueWord(), contact_email: [{ value: 'a@receiver.test' }] });

const messages = (by: Api, id: number) => () =>
  by.post(`${contacts}/${id}/post_messaging`, {
    json: { subject: 'Hello', from_name: 'Mona', send_method: 'email', message: 'Hello' },
  });

/** Sends headers of this size, of which `fetch` does not send as many. */
function statusWithHeaders(bytes: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-long': 'a'.repeat(bytes) };
    httpRequest(`${world.gatewayUrl}/health`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('each limit of the table of sizes and counts is tried', () => {
  const rows = pageTable('operations/limits.md', 'Sizes and counts').rows.map(([name]) => name);
  expect(Object.keys(limits).sort()).toEqual(rows.sort());
});

test.each(Object.entries(limits))('the limit of %s', async (_name, tryIt) => {
  await tryIt();
  await worksAgain(asMona);
});
