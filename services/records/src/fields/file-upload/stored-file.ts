import type { FileVariant } from '../../model/file-addresses.ts';
import type { Site } from '../../model/site.ts';

/** A file as a record keeps it. */
export interface StoredFile {
  /** Under which the storage has it. */
  readonly key: string;
  readonly name: string;
  /** A media type, for example `application/pdf`. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly uploaded_at: number;
  /** It is a picture, with thumbnails. */
  readonly is_picture?: true;
}

/** A file as clients read it (docs/files.md#what-a-field-reads), with addresses that hold for a while. */
export type PresentedFile = Omit<StoredFile, 'is_picture'> & {
  readonly url: string | undefined;
  readonly thumbnail_key?: string;
  readonly thumbnail_url?: string | undefined;
  readonly large_thumbnail_key?: string;
  readonly large_thumbnail_url?: string | undefined;
};

/** The keys of a file's thumbnails are made from its own. */
export function variantKey(key: string, variant: FileVariant): string {
  return variant === 'full' ? key : `${key}-${variant}`;
}

/** A file with the addresses under which clients get it. */
export function presentFile({ is_picture: isPicture, ...file }: StoredFile, site: Site): PresentedFile {
  const { key } = file;
  const url = site.fileUrl({ key, variant: 'full' });
  if (!isPicture) return { ...file, url };
  return {
    ...file,
    url,
    thumbnail_key: variantKey(key, 'thumb'),
    thumbnail_url: site.fileUrl({ key, variant: 'thumb' }),
    large_thumbnail_key: variantKey(key, 'large'),
    large_thumbnail_url: site.fileUrl({ key, variant: 'large' }),
  };
}
