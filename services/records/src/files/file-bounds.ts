import { msg, type Message } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { RefusalReason } from './file-metrics.ts';
import { extensionOf } from './file-name.ts';
import type { ContentType } from './sniff-type.ts';

export interface FileBounds {
  /** Media types, `image/*`, or extensions; any when absent. */
  readonly accepted: readonly string[] | undefined;
  /** In bytes. */
  readonly maxBytes: number;
  readonly onlyPictures: boolean;
}

/** Reason for refusing a file: the label of the metric and the message to the sender. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly refused: Message;
}

const megabyte = 1024 * 1024;

/** Includes video types: browsers record sound as WebM, whose bytes do not show whether it is a film. */
const sound = ['audio/*', 'video/webm', 'video/mp4', 'application/ogg'];

/** The declared limits of a field, within those of the installation. */
export function boundsOfField({ type, definition }: Field, maxBytes: number): FileBounds {
  const { accepted_file_types: accepted, max_file_size: declared } = definition as {
    readonly accepted_file_types?: readonly string[];
    readonly max_file_size?: number;
  };
  return {
    accepted,
    maxBytes: Math.min(maxBytes, declared === undefined ? Infinity : Math.floor(declared * megabyte)),
    onlyPictures: type.name === 'image',
  };
}

export function boundsOfComment(kind: 'image_comment' | 'audio_comment', maxBytes: number): FileBounds {
  const isPicture = kind === 'image_comment';
  return { accepted: isPicture ? undefined : sound, maxBytes, onlyPictures: isPicture };
}

/** Imported comments: the source does not state whether a file is a picture or sound. */
export function boundsOfImportedComment(maxBytes: number): FileBounds {
  return { accepted: ['image/*', ...sound], maxBytes, onlyPictures: false };
}

/** Why a file is too large; undefined when it is not. */
export function sizeProblem(
  { name, size, isCut }: { readonly name: string; readonly size: number; readonly isCut: boolean },
  { maxBytes }: Pick<FileBounds, 'maxBytes'>,
): Refusal | undefined {
  if (size === 0) return { reason: 'empty', refused: msg`File "${name}" is empty.` };
  if (!isCut && size <= maxBytes) return undefined;
  const megabytes = Math.round((maxBytes / megabyte) * 100) / 100;
  return {
    reason: 'too_large',
    refused: msg`File "${name}" exceeds the maximum allowed size of ${megabytes} MB.`,
  };
}

/** Why a file of this type is refused; undefined when it is accepted. */
export function typeProblem(
  type: ContentType,
  name: string,
  { accepted, onlyPictures }: FileBounds,
): Refusal | undefined {
  const isPicture = type.mime.startsWith('image/');
  const isAccepted = accepted === undefined || accepted.some((one) => accepts(one, type, name));
  if (isAccepted && (isPicture || !onlyPictures)) return undefined;
  return { reason: 'type', refused: msg`File type "${type.mime}" is not allowed for this field.` };
}

/** The name counts only where the bytes do not show the type. */
function accepts(one: string, { mime, extension }: ContentType, name: string): boolean {
  if (one.endsWith('/*')) return mime.startsWith(one.slice(0, -1));
  if (one.includes('/')) return mime === one.toLowerCase();
  const wanted = sameExtension(one.replace(/^\./, '').toLowerCase());
  if (extension === 'cfb') return olderOffice.has(wanted) && wanted === extensionOf(name);
  return wanted === sameExtension(extension === '' ? extensionOf(name) : extension);
}

/** Extensions of older office documents, which all have the container format `cfb`. */
const olderOffice: ReadonlySet<string> = new Set(['doc', 'xls', 'ppt', 'msg', 'pub']);

function sameExtension(extension: string): string {
  return extension === 'jpeg' ? 'jpg' : extension;
}
