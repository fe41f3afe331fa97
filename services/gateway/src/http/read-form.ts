import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { counted, maxFileNameLength, maxUploadedFiles, msg, ServiceError } from '@svc/contracts';

/** A file of a form that is being read. */
export interface FormFile {
  /** The file name that the client sent. */
  readonly name: string;
  readonly content: Readable;
  /** Whether the file exceeds the maximum and was cut off; known once `content` has ended. */
  isCut(): boolean;
}

interface FormOptions {
  /** Whether the form part of this name holds a file; other file parts are skipped. */
  readonly isFile: (part: string) => boolean;
  /** The maximum number of bytes read of each file. */
  readonly maxBytes: number;
  /** Consumes a file to its end; the next file waits for it. */
  readonly take: (file: FormFile) => Promise<void>;
}

/** The maximum length of the name of a part. */
export const maxPartNameLength = 200;

const limits = {
  fields: 50,
  fieldSize: 10_000,
  headerPairs: 50,
  /** Bytes of the headers of a part; the longest file name fits. The rest is not read. */
  headerSize: 8_192,
};

/**
 * Reads a multipart form as a stream, no faster than its files are consumed, and returns its other values. A form that is
 * refused is discarded while the client sends it, so that the client receives the answer.
 * @throws ServiceError `unsupported_media_type` for another kind of body, `rest_invalid_param` for a broken form or one
 * with too many files; or the error of `take`.
 */
export async function readForm(
  request: IncomingMessage,
  options: FormOptions,
): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  const reader = formReader(request, options.maxBytes);
  const contents: Readable[] = [];
  const taking: { last: Promise<void>; failure?: Error } = { last: Promise.resolve() };
  const fail = (error: Error) => {
    taking.failure ??= error;
    reader.destroy();
  };
  reader.on('field', (name, value) => {
    if (name.length > maxPartNameLength) return fail(tooLong('name', maxPartNameLength));
    // Skips names such as `toString`, which every object inherits.
    if (!(name in Object.prototype)) values[name] = value;
  });
  reader.on('file', (part, content, name: string | undefined) => {
    content.on('error', () => {});
    if (part.length > maxPartNameLength) return fail(tooLong('name', maxPartNameLength));
    if (!options.isFile(part)) return void content.resume();
    if ((name ?? '').length > maxFileNameLength) return fail(tooLong('filename', maxFileNameLength));
    contents.push(content);
    const file = { name: unescaped(name ?? ''), content, isCut: () => content.truncated };
    taking.last = taking.last.then(() => options.take(file)).catch(fail);
  });
  reader.on('filesLimit', () => fail(tooMany()));
  await parse(request, reader).catch(async (cause: unknown) => {
    const failure = taking.failure ?? broken(cause);
    for (const content of contents) content.destroy(failure);
    // When the error is thrown, no `take` is running.
    await taking.last;
    throw failure;
  });
  await taking.last;
  if (taking.failure) throw taking.failure;
  return values;
}

/**
 * Feeds the form to its reader. After a failure of the reader the rest of the form is received and discarded: `pipeline` would
 * destroy the request, and so close the connection while the client sends, which hides the answer from it.
 */
async function parse(request: IncomingMessage, reader: BusboyInstance): Promise<void> {
  const cut = () => void (request.complete || reader.destroy(new Error('the request ended too early')));
  request.once('close', cut);
  try {
    await finished(request.pipe(reader));
  } finally {
    request.off('close', cut);
    request.unpipe(reader);
    request.resume();
  }
}

/** @throws ServiceError `unsupported_media_type` for a request without a multipart form, before its body is read. */
export function refuseUnlessForm({ headers }: IncomingMessage): void {
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(headers['content-type'] ?? '')) throw noForm();
}

/** Browsers escape exactly these three characters in a file name. */
function unescaped(name: string): string {
  return name.replaceAll(/%(?:22|0D|0A)/gi, (sent) => decodeURIComponent(sent));
}

function formReader({ headers }: IncomingMessage, fileSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...limits, fileSize, files: maxUploadedFiles, parts: maxUploadedFiles + limits.fields },
    });
  } catch {
    throw noForm();
  }
}

function noForm(): ServiceError {
  const message = 'The Content-Type of a request with files must be multipart/form-data with a boundary.';
  return new ServiceError('unsupported_media_type', message);
}

function tooMany(): ServiceError {
  return new ServiceError(
    'rest_invalid_param',
    msg`The request has more than the maximum of ${maxUploadedFiles} files.`,
  );
}

function tooLong(parameter: string, max: number): ServiceError {
  return new ServiceError(
    'rest_invalid_param',
    msg`${parameter} must have at most ${counted(max)} characters`,
  );
}

function broken(cause: unknown): ServiceError {
  return new ServiceError(
    'rest_invalid_param',
    'The request body is incomplete, or is not valid multipart/form-data.',
    {
      cause,
    },
  );
}
