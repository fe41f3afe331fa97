import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AdminError } from '../admin-error.ts';
import type { ByteSink, ByteSource } from './backup-place.ts';
import { lastBit, Seal, tagLength, type Secret } from './seal.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const maxPieceLength = 0x1000_0000;

const maxUnderWay = 3;

/** Writes a sealed file, piece after piece: each has a description that is stored as JSON, and bytes. */
export class SealedWriter<Head> {
  readonly #sink: ByteSink;
  readonly #seal: Seal;
  readonly #underWay: Promise<void>[] = [];
  #written: Promise<void> = Promise.resolve();
  #number: number;

  private constructor(sink: ByteSink, seal: Seal, number: number) {
    this.#sink = sink;
    this.#seal = seal;
    this.#number = number;
  }

  static async create<Head>(sink: ByteSink, secret: Secret): Promise<SealedWriter<Head>> {
    const seal = await Seal.create(secret);
    await sink.write(Buffer.from(seal.header));
    return new SealedWriter<Head>(sink, seal, 0);
  }

  /** Continues an unfinished file after its last complete piece; `sink` continues at the position of the reader. */
  static resume<Head>({ seal, number }: SealedReader<Head>, sink: ByteSink): SealedWriter<Head> {
    return new SealedWriter<Head>(sink, seal, number);
  }

  /** Waits while too many pieces are in progress. @throws the error of an earlier write. */
  async write({ head, body }: { head: Head; body: Uint8Array }, isLast = false): Promise<void> {
    const number = this.#number;
    this.#number += 1;
    const before = this.#written;
    const compressed = compress(body);
    this.#written = (async () => {
      const json = Buffer.from(JSON.stringify(head));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(json.length);
      const content = await compressed;
      await before;
      await this.#sink.write(this.#seal.close([length, json, content], number, isLast));
    })();
    this.#written.catch(() => undefined);
    this.#underWay.push(this.#written);
    if (this.#underWay.length >= maxUnderWay) await this.#underWay.shift();
  }

  /** Resolves once all pieces are stored. @throws the error of an earlier write. */
  async end(): Promise<void> {
    await this.#written;
    await this.#sink.complete();
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#sink.close();
  }
}

/** A piece as it is read; its bytes are unpacked on demand. */
export interface SealedPiece<Head> {
  readonly head: Head;
  readonly number: number;
  readonly isLast: boolean;
  readonly body: () => Promise<Uint8Array>;
}

/** Reads a sealed file from its beginning. Throws for a piece that was altered. */
export class SealedReader<Head> {
  readonly seal: Seal;
  readonly #source: ByteSource;
  /** The offset after the pieces read so far, in bytes. */
  position: number;
  /** Of the pieces read so far. */
  number = 0;

  private constructor(seal: Seal, source: ByteSource) {
    this.seal = seal;
    this.#source = source;
    this.position = seal.header.length;
  }

  /** Closes the source when it fails. @throws AdminError when the file is not a sealed file, or was sealed with another secret. */
  static async open<Head>(source: ByteSource, secret: Secret): Promise<SealedReader<Head>> {
    try {
      const start = (await source.read(0, Math.min(source.size, 1_024))) ?? Buffer.alloc(0);
      const lines = start.toString('latin1').split('\n').slice(0, 2);
      const seal = await Seal.of(`${lines.join('\n')}\n`, secret, source.address);
      return new SealedReader<Head>(seal, source);
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** In bytes. */
  get size(): number {
    return this.#source.size;
  }

  /** All pieces up to the last. @throws AdminError when the file is damaged or cut off. */
  async *pieces(): AsyncGenerator<SealedPiece<Head>> {
    for (;;) {
      const piece = await this.next();
      if (!piece)
        throw new AdminError(
          `${this.#source.address} is truncated: it ends after ${this.number} pieces, before its final piece. Restore from another copy.`,
        );
      yield piece;
      if (!piece.isLast) continue;
      if (this.position !== this.size)
        throw new AdminError(
          `${this.#source.address} has extra bytes after its final piece. Restore from another copy.`,
        );
      return;
    }
  }

  /** The next piece; undefined at the end of the file. @throws AdminError when the file is damaged. */
  async next(): Promise<SealedPiece<Head> | undefined> {
    const number = this.number;
    const word = (await this.#source.read(this.position, 4))?.readUInt32BE();
    if (word === undefined) return undefined;
    const isLast = word >= lastBit;
    const length = isLast ? word - lastBit : word;
    const damaged = `${this.#source.address} is corrupt: piece ${number + 1} cannot be decrypted.`;
    if (length < tagLength || length > maxPieceLength) throw new AdminError(damaged);
    const sealed = await this.#source.read(this.position + 4, length);
    if (!sealed) return undefined;
    const plain = this.#opened(sealed, { number, isLast, damaged });
    this.position += 4 + length;
    this.number += 1;
    const end = 4 + plain.readUInt32BE();
    const head = JSON.parse(plain.toString('utf8', 4, end)) as Head;
    return { head, number, isLast, body: () => decompress(plain.subarray(end)) };
  }

  async close(): Promise<void> {
    await this.#source.close();
  }

  #opened(
    sealed: Uint8Array,
    { number, isLast, damaged }: { number: number; isLast: boolean; damaged: string },
  ): Buffer {
    try {
      return this.seal.open(sealed, number, isLast);
    } catch (cause) {
      throw new AdminError(damaged, { cause });
    }
  }
}
