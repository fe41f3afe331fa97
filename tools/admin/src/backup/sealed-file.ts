import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { AdminError } from '../admin-error.ts';
import { lastBit, Seal, tagLength, type Secret } from './seal.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const maxPieceLength = 0x1000_0000;

const maxUnderWay = 3;

/** Writes a sealed file, piece after piece: each has a description that is stored as JSON, and bytes. */
export class SealedWriter<Head> {
  readonly #file: FileHandle;
  readonly #seal: Seal;
  readonly #underWay: Promise<void>[] = [];
  #written: Promise<void> = Promise.resolve();
  #number: number;

  private constructor(file: FileHandle, seal: Seal, number: number) {
    this.#file = file;
    this.#seal = seal;
    this.#number = number;
  }

  /** Creates a file that only its owner can read. @throws AdminError when it cannot be created. */
  static async create<Head>(path: string, secret: Secret): Promise<SealedWriter<Head>> {
    const seal = await Seal.create(secret);
    const file = await open(path, 'w', 0o600).catch((cause: unknown) => {
      throw new AdminError(`${path} cannot be written (${codeOf(cause)}).`, { cause });
    });
    await file.write(seal.header);
    return new SealedWriter<Head>(file, seal, 0);
  }

  /** Continues an unfinished file after its last complete piece. */
  static async resume<Head>(reader: SealedReader<Head>): Promise<SealedWriter<Head>> {
    const { path, seal, position, number } = reader;
    const file = await open(path, 'r+');
    await file.truncate(position);
    const appended = await open(path, 'a');
    await file.close();
    return new SealedWriter<Head>(appended, seal, number);
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
      await writeAll(this.#file, this.#seal.close([length, json, content], number, isLast));
    })();
    this.#written.catch(() => undefined);
    this.#underWay.push(this.#written);
    if (this.#underWay.length >= maxUnderWay) await this.#underWay.shift();
  }

  /** Resolves once all pieces are on the disk. @throws the error of an earlier write. */
  async end(): Promise<void> {
    await this.#written;
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#written.catch(() => undefined);
    await this.#file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
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
  readonly path: string;
  readonly seal: Seal;
  readonly size: number;
  readonly #file: FileHandle;
  /** The offset after the pieces read so far, in bytes. */
  position: number;
  /** Of the pieces read so far. */
  number = 0;

  private constructor(at: { path: string; seal: Seal; size: number; file: FileHandle }) {
    this.path = at.path;
    this.seal = at.seal;
    this.size = at.size;
    this.#file = at.file;
    this.position = at.seal.header.length;
  }

  /** @throws AdminError when the file cannot be read, is not a sealed file, or was sealed with another secret. */
  static async open<Head>(path: string, secret: Secret): Promise<SealedReader<Head>> {
    const file = await open(path, 'r').catch((cause: unknown) => {
      throw new AdminError(`${path} cannot be read (${codeOf(cause)}).`, { cause });
    });
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1_024), 0, 1_024, 0);
      const lines = buffer.subarray(0, bytesRead).toString('latin1').split('\n').slice(0, 2);
      const seal = await Seal.of(`${lines.join('\n')}\n`, secret, path);
      return new SealedReader<Head>({ path, seal, size: (await file.stat()).size, file });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** All pieces up to the last. @throws AdminError when the file is damaged or cut off. */
  async *pieces(): AsyncGenerator<SealedPiece<Head>> {
    for (;;) {
      const piece = await this.next();
      if (!piece)
        throw new AdminError(
          `${this.path} is truncated: it ends after ${this.number} pieces, before its final piece. Restore from another copy.`,
        );
      yield piece;
      if (!piece.isLast) continue;
      if (this.position !== this.size)
        throw new AdminError(
          `${this.path} has extra bytes after its final piece. Restore from another copy.`,
        );
      return;
    }
  }

  /** The next piece; undefined at the end of the file. @throws AdminError when the file is damaged. */
  async next(): Promise<SealedPiece<Head> | undefined> {
    const number = this.number;
    const word = (await this.#read(this.position, 4))?.readUInt32BE();
    if (word === undefined) return undefined;
    const isLast = word >= lastBit;
    const length = isLast ? word - lastBit : word;
    const damaged = `${this.path} is corrupt: piece ${number + 1} cannot be decrypted.`;
    if (length < tagLength || length > maxPieceLength) throw new AdminError(damaged);
    const sealed = await this.#read(this.position + 4, length);
    if (!sealed) return undefined;
    const plain = this.#opened(sealed, { number, isLast, damaged });
    this.position += 4 + length;
    this.number += 1;
    const end = 4 + plain.readUInt32BE();
    const head = JSON.parse(plain.toString('utf8', 4, end)) as Head;
    return { head, number, isLast, body: () => decompress(plain.subarray(end)) };
  }

  async close(): Promise<void> {
    await this.#file.close();
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

  async #read(position: number, length: number): Promise<Buffer | undefined> {
    if (position + length > this.size) return undefined;
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await this.#file.read(bytes, at, length - at, position + at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    return bytes;
  }
}

function codeOf(cause: unknown): string {
  return String((cause as NodeJS.ErrnoException).code);
}
