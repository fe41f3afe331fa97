import { openS3Client, type S3Connection, type S3Server } from '@svc/object-storage';
import { AdminError } from '../admin-error.ts';
import { backupNames, type BackupPlace, type ByteSink, type ByteSource } from './backup-place.ts';

interface Bucket extends S3Connection {
  readonly bucket: string;
}

/** The size of the parts of an upload. S3 permits 10,000 parts, so that a backup may have 160 GB. */
const partBytes = 16 * 1024 * 1024;
/** How much one request reads, so that the small pieces of a backup do not need one each. */
const readBytes = 8 * 1024 * 1024;

/** Backups under a prefix of a bucket; the prefix is empty or ends in a slash. */
export async function s3Place(
  { bucket, prefix }: { bucket: string; prefix: string },
  server: S3Server,
): Promise<BackupPlace> {
  const connected: Bucket = { ...(await openS3Client(server)), bucket };
  const { sdk, client } = connected;
  const keyOf = (name: string) => `${prefix}${name}`;
  const addressOf = (name: string) => `s3://${bucket}/${keyOf(name)}`;
  const sizeOf = async (name: string) => {
    const head = new sdk.HeadObjectCommand({ Bucket: bucket, Key: keyOf(name) });
    const { ContentLength: size = 0 } = await client.send(head);
    return size;
  };
  return {
    addressOf,
    async names() {
      const names: string[] = [];
      const listing = { Bucket: bucket, Prefix: prefix, Delimiter: '/' };
      const pages = sdk.paginateListObjectsV2({ client }, listing);
      try {
        for await (const { Contents = [] } of pages)
          names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)));
      } catch (error) {
        throw unusable(addressOf(''), 'listed', error);
      }
      return backupNames(names);
    },
    async has(name) {
      return sizeOf(name).then(
        () => true,
        (error: unknown) => {
          if (error instanceof sdk.NotFound) return false;
          throw unusable(addressOf(name), 'read', error);
        },
      );
    },
    async read(name) {
      const size = await sizeOf(name).catch((error: unknown) => {
        throw unusable(addressOf(name), 'read', error);
      });
      return objectSource(connected, { key: keyOf(name), address: addressOf(name), size });
    },
    create: (name) => objectSink(connected, { key: keyOf(name), address: addressOf(name) }),
    async remove(name) {
      const object = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(name) });
      await client.send(object).catch((error: unknown) => {
        throw unusable(addressOf(name), 'deleted', error);
      });
    },
    close: () => client.destroy(),
  };
}

function objectSource(
  { sdk, client, bucket }: Bucket,
  { key, address, size }: { key: string; address: string; size: number },
): ByteSource {
  /** The bytes of the last request, from `start` on. */
  let held: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };
  const fetchRange = async (from: number, to: number) => {
    const range = { Bucket: bucket, Key: key, Range: `bytes=${from}-${to - 1}` };
    const { Body } = await client.send(new sdk.GetObjectCommand(range));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  return {
    address,
    size,
    async read(position, length) {
      const end = position + length;
      if (end > size) return undefined;
      if (position < held.start || end > held.start + held.bytes.length) {
        const to = Math.min(size, Math.max(end, position + readBytes));
        const bytes = await fetchRange(position, to).catch((error: unknown) => {
          throw unusable(address, 'read', error);
        });
        held = { start: position, bytes };
      }
      const part = held.bytes.subarray(position - held.start, end - held.start);
      return part.length === length ? part : undefined;
    },
    async close() {},
  };
}

/** Uploads in parts, one at a time, while the next one fills. An upload that is not completed leaves no object. */
async function objectSink(
  { sdk, client, bucket }: Bucket,
  { key, address }: { key: string; address: string },
): Promise<ByteSink> {
  const object = { Bucket: bucket, Key: key };
  const unwritable = (error: unknown): never => {
    throw unusable(address, 'written', error);
  };
  const started = await client.send(new sdk.CreateMultipartUploadCommand(object)).catch(unwritable);
  const upload = { ...object, UploadId: started.UploadId };
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];
  let waiting: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  let sent: Promise<void> = Promise.resolve();
  const send = async (PartNumber: number, Body: Buffer) => {
    const part = { ...upload, PartNumber, Body, ContentLength: Body.length };
    const { ETag } = await client.send(new sdk.UploadPartCommand(part)).catch(unwritable);
    parts.push({ ETag, PartNumber });
  };
  const sendWaiting = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    await sent;
    sent = send(parts.length + 1, bytes);
    // The next part or the end waits for it, and throws then.
    sent.catch(() => undefined);
  };
  return {
    async write(bytes) {
      waiting.push(bytes);
      length += bytes.length;
      if (length >= partBytes) await sendWaiting();
    },
    async complete() {
      if (length > 0) await sendWaiting();
      await sent;
      const completed = { ...upload, MultipartUpload: { Parts: parts } };
      await client.send(new sdk.CompleteMultipartUploadCommand(completed)).catch(unwritable);
      isComplete = true;
    },
    async close() {
      if (isComplete) return;
      await sent.catch(() => undefined);
      // The rule of the bucket for incomplete uploads removes its parts if this does not arrive.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => undefined);
    },
  };
}

function unusable(address: string, what: string, cause: unknown): AdminError {
  const { name, message } = cause as Error;
  const reason = message === '' || message === name ? name : `${name}: ${message}`;
  return new AdminError(`${address} cannot be ${what} (${reason}).`, { cause });
}
