import type { StoredFile } from './field-types.ts';
import type { FileKey, Fields } from './schema.ts';
import type { RequestOptions, Send, WriteOptions } from './send.ts';
import type { Progress } from './upload-progress.ts';

/** A file to upload: a `File` or `Blob`, or the reference to a file that React Native takes. */
export type UploadFile = Blob | { readonly uri: string; readonly name: string; readonly type: string };

/** The outcome of the upload of one file; a refused file does not stop the others. */
export type UploadedFile =
  | {
      readonly uploaded: true;
      readonly uploaded_key: string;
      readonly uploaded_msg: null;
      readonly file: StoredFile | null;
    }
  | {
      readonly uploaded: false;
      readonly uploaded_key: string;
      /** Why the file was refused. */
      readonly uploaded_msg: string;
      readonly file: null;
    };

/** The outcome of a new name. */
export type RenamedFile =
  | { readonly renamed: true; readonly file_key: string; readonly new_name: string }
  | { readonly renamed: false; readonly error: string };

/** The outcome of a deletion. */
export interface DeletedFile {
  readonly deleted: boolean;
  readonly deleted_key: string;
  readonly error?: string;
}

/** Options of an upload. An upload has no time limit by default. */
export interface UploadOptions extends WriteOptions {
  /** Called while the upload is sent. */
  readonly onProgress?: (progress: Progress) => void;
}

/** The files of a record (docs/guides/files.md). */
export interface Files<F extends Fields> {
  /** Uploads up to 20 files to a field. A new picture of an `image` field replaces the former one. */
  upload(
    field: FileKey<F>,
    files: UploadFile | readonly UploadFile[],
    options?: UploadOptions,
  ): Promise<readonly UploadedFile[]>;
  download(field: FileKey<F>, fileKey: string, options?: RequestOptions): Promise<Blob>;
  rename(field: FileKey<F>, fileKey: string, name: string, options?: WriteOptions): Promise<RenamedFile>;
  delete(field: FileKey<F>, fileKey: string, options?: WriteOptions): Promise<DeletedFile>;
  /** Deletes all files of a field. */
  deleteAll(field: FileKey<F>, options?: WriteOptions): Promise<DeletedFile>;
}

export function createFiles<F extends Fields>(send: Send, root: string): Files<F> {
  async function write<Body>(path: string, json: object, options: WriteOptions = {}): Promise<Body> {
    return (await send<Body>({ method: 'POST', path: `${root}/${path}`, json, isWrite: true, options })).body;
  }
  return {
    async upload(field, files, options = {}) {
      const form = new FormData();
      form.append('meta_key', field);
      form.append('is_multi_file', 'true');
      // React Native takes its references in place of blobs.
      const blobs = [files].flat() as readonly Blob[];
      for (const blob of blobs) form.append('storage_upload_files[]', blob);
      const { body } = await send<{ readonly uploaded_files: readonly UploadedFile[] }>({
        method: 'POST',
        path: `${root}/storage_upload`,
        form,
        isWrite: true,
        options: { timeoutMs: 0, ...options },
      });
      return body.uploaded_files;
    },
    async download(field, fileKey, options = {}) {
      const json = { meta_key: field, file_key: fileKey };
      const { body } = await send<Blob>({
        method: 'POST',
        path: `${root}/storage_download`,
        json,
        answer: 'file',
        options: { timeoutMs: 0, ...options },
      });
      return body;
    },
    rename: (field, fileKey, name, options) =>
      write('storage_rename_single', { meta_key: field, file_key: fileKey, new_name: name }, options),
    delete: (field, fileKey, options) =>
      write('storage_delete_single', { meta_key: field, file_key: fileKey }, options),
    deleteAll: (field, options) => write('storage_delete', { meta_key: field }, options),
  };
}
