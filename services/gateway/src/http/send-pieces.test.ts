import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { fileChunkBytes } from '@svc/contracts';
import { until } from '@svc/testing';
import { sendPieces } from './send-pieces.ts';

const bytes = randomBytes(4 * fileChunkBytes + 5);
const fileOf = () => ({ name: 'a.bin', content: Readable.from([bytes]), isCut: () => false });

/** A receiver that answers a piece when the test lets it. */
class Receiver {
  readonly pieces: Uint8Array[] = [];
  readonly #answers: { resolve(): void; reject(error: Error): void }[] = [];

  send = (part: number, data: Uint8Array): Promise<void> => {
    this.pieces[part] = data;
    return new Promise((resolve, reject) => (this.#answers[part] = { resolve, reject }));
  };

  answer(part: number): void {
    this.#answers[part]?.resolve();
  }

  refuse(part: number): void {
    this.#answers[part]?.reject(new Error(`no ${part}`));
  }
}

test('two pieces are under way at a time, and the next follows an answer', async () => {
  const receiver = new Receiver();
  const sent = sendPieces(fileOf(), receiver.send);
  for (const part of [0, 1, 2, 3, 4]) {
    const begun = Math.min(part + 2, 5);
    await until(() => expect(receiver.pieces).toHaveLength(begun));
    await new Promise(setImmediate);
    expect(receiver.pieces).toHaveLength(begun);
    receiver.answer(part);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect(await sent).toEqual({ name: 'a.bin', size: bytes.length, sha256, is_cut: false });
  expect(Buffer.concat(receiver.pieces).equals(bytes)).toBe(true);
});

test('after a failed piece no piece is under way when the error is thrown', async () => {
  const receiver = new Receiver();
  let isOver = false;
  const sent = sendPieces(fileOf(), receiver.send).finally(() => (isOver = true));
  await until(() => expect(receiver.pieces).toHaveLength(2));
  receiver.refuse(0);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  receiver.answer(1);
  await expect(sent).rejects.toThrow('no 0');
  expect(receiver.pieces).toHaveLength(2);
});
