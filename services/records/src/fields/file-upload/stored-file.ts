import type { FileVariant } from '../../model/file-addresses.ts';
import type { Site } from '../../model/site.ts';

/** A file as stored in a record. */
export interface StoredFile {
  /** The key of the file in the storage. */
  readonly key: string;
  readonly name: string;
  /** A media type, for example `application/pdf`. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly uploaded_at: number;
  /** Present for pictures, which have thumbnails. */
  readonly is_picture?: true;
}

/** The storage key of a variant: the keys of thumbnails begin with the key of the file. */
export function variantKey(key: string, variant: FileVariant): string {
  return variant === 'full' ? key : `${key}-${variant}`;
}

/** A file as clients read it (docs/guides/files.md#fields-in-an-answer), with URLs that expire. */
export function presentFile({ is_picture: isPicture, ...file }: StoredFile, site: Site) {
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
