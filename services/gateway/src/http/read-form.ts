import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { maxUploadedFiles, msg, ServiceError } from '@svc/contracts';

/** A file of a form, while it is read. */
export interface FormFile {
  /** As its sender calls it. */
  readonly name: string;
  readonly content: Readable;
  /** Known at the end: it is longer than what was read of it. */
  isCut(): boolean;
}

/** How a form is read. */
export interface FormOptions {
  /** The names of its parts that are files; others are read over. */
  readonly isFile: (part: string) => boolean;
  /** What is read of each file at most, in bytes. */
  readonly maxBytes: number;
  /** Takes a file to its end; the next one is not read before. */
  readonly take: (file: FormFile) => Promise<void>;
}

const limits = { fields: 50, fieldSize: 10_000, fieldNameSize: 200, headerPairs: 50 };

/**
 * Reads a form with files as it comes, no faster than the files are taken; its other values are what it answers.
 * @throws ServiceError `unsupported_media_type` for anything but a form with files, `rest_invalid_param` for one that is broken or has too
 * many, and what `take` has thrown.
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
    // What every object has is no name of a value.
    if (!(name in Object.prototype)) values[name] = value;
  });
  reader.on('file', (part, content, name: string | undefined) => {
    content.on('error', () => {});
    if (!options.isFile(part)) return void content.resume();
    contents.push(content);
    const file = { name: unescaped(name ?? ''), content, isCut: () => content.truncated };
    taking.last = taking.last.then(() => options.take(file)).catch(fail);
  });
  reader.on('filesLimit', () => fail(tooMany()));
  await pipeline(request, reader).catch(async (cause: unknown) => {
    const failure = taking.failure ?? broken(cause);
    for (const content of contents) content.destroy(failure);
    // Whoever is told of it finds nothing taken any more.
    await taking.last;
    throw failure;
  });
  await taking.last;
  if (taking.failure) throw taking.failure;
  return values;
}

/** @throws ServiceError `unsupported_media_type` for a request that brings no form with files; nothing is read of it. */
export function refuseUnlessForm({ headers }: IncomingMessage): void {
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(headers['content-type'] ?? '')) throw noForm();
}

/** Browsers write these three characters of a name so, and no others. */
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
  const message = 'Send the files as multipart/form-data, and say so in Content-Type.';
  return new ServiceError('unsupported_media_type', message);
}

function tooMany(): ServiceError {
  return new ServiceError('rest_invalid_param', msg`One request may bring ${maxUploadedFiles} files.`);
}

function broken(cause: unknown): ServiceError {
  return new ServiceError('rest_invalid_param', 'The form with the files ended too early, or is none.', {
    cause,
  });
}
