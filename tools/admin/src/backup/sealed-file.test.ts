import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import type { UnfinishedBackups } from './backup-place.ts';
import { folderPlace } from './folder-place.ts';
import type { Secret } from './seal.ts';
import { SealedReader, SealedWriter } from './sealed-file.ts';

const secret: Secret = { kind: 'key file', bytes: randomBytes(32) };
const directory = temporaryDirectory();
const place = folderPlace(directory);
const parts = place.parts as UnfinishedBackups;
let path: string;
let whole: Buffer;

beforeAll(async () => {
  path = join(directory, 'file');
  const writer = await SealedWriter.create<number>(await place.create('file'), secret);
  for (let head = 0; head < 5; head += 1)
    await writer.write({ head, body: Buffer.from(`piece ${head}`) }, head === 4);
  await writer.end();
  await writer.close();
  whole = await readFile(path);
});

async function read(content: Uint8Array, by = secret): Promise<string[]> {
  await writeFile(path, content);
  const reader = await SealedReader.open<number>(await place.read('file'), by);
  const read: string[] = [];
  try {
    for await (const { head, body } of reader.pieces())
      read.push(`${head}: ${Buffer.from(await body()).toString()}`);
    return read;
  } finally {
    await reader.close();
  }
}

/** Where each piece begins, and the end. */
function bounds(): number[] {
  const all = [whole.indexOf('\n', whole.indexOf('\n') + 1) + 1];
  for (let at = all[0] ?? 0; at < whole.length;) all.push((at += 4 + (whole.readUInt32BE(at) & 0x7fff_ffff)));
  return all;
}

test('the content of a sealed file is read back unchanged, and is not stored as plain text', async () => {
  expect(await read(whole)).toEqual([0, 1, 2, 3, 4].map((each) => `${each}: piece ${each}`));
  expect(whole.includes('piece')).toBe(false);
});

test('a file with any changed byte is refused', async () => {
  for (let at = 0; at < whole.length; at += 3) {
    const flipped = Buffer.from(whole);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    await expect(read(flipped)).rejects.toThrow(
      /is not a backup|key file is wrong|encrypted with a|corrupt|truncated/,
    );
  }
});

test('a file that is truncated anywhere is refused', async () => {
  for (let length = 0; length < whole.length; length += 7)
    await expect(read(whole.subarray(0, length))).rejects.toThrow(/is not a backup|truncated/);
});

test('a file with reordered, missing or repeated pieces is refused', async () => {
  const at = bounds();
  const part = (from: number, to: number) => whole.subarray(at[from], at[to]);
  const header = whole.subarray(0, at[0]);
  const changed = [
    [part(0, 1), part(2, 3), part(1, 2), part(3, 5)],
    [part(0, 1), part(2, 5)],
    [part(0, 2), part(1, 5)],
    [part(0, 3), part(4, 5)],
  ];
  for (const parts of changed)
    await expect(read(Buffer.concat([header, ...parts]))).rejects.toThrow('is corrupt');
  await expect(read(Buffer.concat([whole, Buffer.of(0)]))).rejects.toThrow(
    'has extra bytes after its final piece',
  );
});

test('a wrong secret is distinguished from a corrupt file', async () => {
  await expect(read(whole, { ...secret, bytes: randomBytes(32) })).rejects.toThrow('The key file is wrong');
  const words: Secret = { kind: 'passphrase', bytes: Buffer.from('a long passphrase') };
  await expect(read(whole, words)).rejects.toThrow('encrypted with a key file, not with a passphrase');
  const writer = await SealedWriter.create<number>(await place.create('file'), words);
  await writer.write({ head: 1, body: Buffer.from('one') }, true);
  await writer.end();
  await writer.close();
  const sealed = await readFile(path);
  expect(await read(sealed, words)).toEqual(['1: one']);
  await expect(read(sealed, { ...words, bytes: Buffer.from('another one') })).rejects.toThrow(
    'The passphrase is wrong',
  );
});

test('a file without its final piece is resumed after its last complete piece', async () => {
  const at = bounds();
  await writeFile(`${path}.part`, whole.subarray(0, (at[3] ?? 0) + 7));
  const reader = await SealedReader.open<number>(await parts.read('file'), secret);
  while (await reader.next());
  const writer = SealedWriter.resume(reader, await parts.append('file', reader.position));
  await reader.close();
  await writer.write({ head: 3, body: Buffer.from('anew') }, true);
  await writer.end();
  await writer.close();
  expect(await read(await readFile(path))).toEqual(['0: piece 0', '1: piece 1', '2: piece 2', '3: anew']);
});
