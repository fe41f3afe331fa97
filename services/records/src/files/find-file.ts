import { ServiceError, type OpenedFile } from '@svc/contracts';
import type { AddressedFile, FileVariant } from '../model/file-addresses.ts';
import { variantKey } from '../fields/file-upload/stored-file.ts';
import type { FileDocument } from '../store/file-model.ts';
import { extensionOf } from './file-name.ts';
import type { FileDeps } from './file-deps.ts';

/** A file that is kept, or one of its thumbnails. */
interface FoundFile {
  readonly addressed: AddressedFile;
  readonly document: FileDocument;
  readonly object: { readonly type: string; readonly size: number };
}

/** The file, or thumbnail, with this key in a field of a record. */
export async function findFileOf(
  deps: Pick<FileDeps, 'files'>,
  of: Pick<FileDocument, 'postType' | 'recordId' | 'metaKey'>,
  sentKey: string,
): Promise<FoundFile | undefined> {
  const [key = '', variant = 'full'] = sentKey.split('-');
  const document = await deps.files.findOne({ _id: key, ...of, state: 'kept' }).lean();
  return document ? foundIn(document, variant) : undefined;
}

/**
 * The file of an address.
 * @throws ServiceError `file_address`, the same for an expired address, a made-up one, and one whose file is gone.
 */
export async function addressedOrRefuse(
  { addresses, files }: Pick<FileDeps, 'files' | 'addresses'>,
  address: string,
): Promise<FoundFile> {
  const asked = addresses.read(address);
  const document = asked && (await files.findOne({ _id: asked.key, state: 'kept' }).lean());
  const found = document && foundIn(document, asked.variant);
  if (!found) throw fileGone();
  return found;
}

export function fileGone(): ServiceError<'file_address'> {
  return new ServiceError(
    'file_address',
    'The address of the file has expired; read the record again for a new one.',
  );
}

function foundIn(document: FileDocument, variant: string): FoundFile | undefined {
  if (variant !== 'full' && variant !== 'thumb' && variant !== 'large') return undefined;
  const object = document.objects[variant];
  return object && { document, object, addressed: { key: document._id, variant } };
}

/** Describes a file for the gateway, which sends it. Only pictures that were re-encoded here are shown inline. */
export function opened({ document, object, addressed }: FoundFile, address: string): OpenedFile {
  const { name, objects } = document;
  return {
    address,
    name: nameOf(name, addressed.variant),
    ...object,
    is_inline: objects.thumb !== undefined,
  };
}

function nameOf(name: string, variant: FileVariant): string {
  if (variant === 'full') return name;
  const extension = extensionOf(name);
  const stem = extension === '' ? name : name.slice(0, -extension.length - 1);
  return `${variantKey(stem, variant)}.webp`;
}
