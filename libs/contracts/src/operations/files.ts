import { z } from 'zod';
import { keyText, lineText } from '../text-bounds.ts';
import { defineCommand } from '../command.ts';
import { defineClientOperation, defineGatewayOperation, defineOperation } from '../operation.ts';

const address = { post_type: keyText, id: z.int() };
const field = { ...address, meta_key: z.string().min(1).max(200) };
const fileKey = z.string().min(1).max(100);

/** The size of a piece of a file on the bus, in bytes: so small that many pieces at the same time need little memory. */
export const fileChunkBytes = 256 * 1024;

/** How long `records.finish_upload` may take, in milliseconds: it reads, checks and writes all files of the upload. */
export const finishUploadMs = 55_000;

/** The maximum length of a file name that a client sends; stored names are shorter. */
export const maxFileNameLength = 1_000;

/** The maximum number of files in one request. */
export const maxUploadedFiles = 20;

/** Begins an upload, if the caller may update the record; the gateway reads no file before that. */
export const recordsBeginUpload = defineGatewayOperation({
  name: 'records.begin_upload',
  kind: 'write',
  summary: 'Begin to upload files to a record.',
  input: z.object(address),
  output: z.object({
    upload_id: z.string(),
    /** The maximum size of a file in this installation, in bytes. */
    max_bytes: z.int(),
  }),
  errors: ['rest_forbidden', 'storage_full', 'storage_unavailable', 'too_many_requests'],
});

/** Stores a piece of a file. Pieces are numbered from 0, and any instance can store any of them. */
export const recordsUploadChunk = defineOperation({
  name: 'records.upload_chunk',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Store a chunk of a file that is being uploaded.',
  input: z.object({
    upload_id: z.string().max(100),
    file: z.int().min(0).max(maxUploadedFiles),
    part: z.int().min(0).max(100_000),
    data: z.instanceof(Uint8Array),
  }),
  output: z.literal(true),
  errors: ['storage_full', 'storage_unavailable'],
});

/** Ends an upload, also one whose client has disconnected: deletes its pieces, and no longer counts it among the caller's uploads. */
export const recordsEndUpload = defineGatewayOperation({
  name: 'records.end_upload',
  kind: 'write',
  summary: 'End an upload, complete or not.',
  input: z.object({ upload_id: z.string().max(100), outcome: z.enum(['finished', 'abandoned']) }),
  output: z.literal(true),
});

/** A file in the value of a `file_upload` field. Only pictures have thumbnails. */
export const fileSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** The media type, detected from the content. */
  type: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Unix seconds. */
  uploaded_at: z.int(),
  url: z.string().optional(),
  thumbnail_key: z.string().optional(),
  thumbnail_url: z.string().optional(),
  large_thumbnail_key: z.string().optional(),
  large_thumbnail_url: z.string().optional(),
});

const uploadResult = {
  uploaded: z.boolean(),
  uploaded_key: z.string(),
  /** Why the file was refused; null when it was not. */
  uploaded_msg: z.string().nullable(),
};

/** `storage_upload` (docs/guides/files.md#endpoints). A refused file does not affect the others. */
export const recordsFinishUpload = defineGatewayOperation({
  name: 'records.finish_upload',
  kind: 'write',
  summary: 'Upload files to a field of a record, or as a comment.',
  input: z.object({
    ...field,
    upload_type: z.enum(['post', 'image_comment', 'audio_comment']).default('post'),
    /** With `true` the answer has a result for each file. */
    is_multi_file: keyText.optional(),
    /** Stored in the meta of the comment. */
    audio_language: z.string().max(20).optional(),
    /** These two are accepted and ignored: the service makes keys and addresses itself. */
    key_prefix: z.unknown().optional(),
    storage_s3_url_duration: z.unknown().optional(),
    upload_id: z.string().max(100),
    /** The files that the gateway has received, in their order. */
    files: z
      .array(
        z.object({
          name: lineText,
          size: z.int().min(0),
          sha256: keyText,
          /** Whether the file was larger than `max_bytes`, so that the gateway stopped reading it. */
          is_cut: z.boolean(),
        }),
      )
      .max(maxUploadedFiles),
  }),
  output: z.union([
    z.object({
      uploaded: z.boolean(),
      uploaded_keys: z.array(z.string()),
      uploaded_files: z.array(z.object({ ...uploadResult, file: fileSchema.nullable() })),
      uploaded_msg: z.null(),
    }),
    z.object(uploadResult),
  ]),
  incidental: ['upload_id'],
  errors: ['rest_forbidden', 'storage_full', 'storage_unavailable', 'update_post'],
});

/** The properties of a file that the gateway needs before it sends it. */
const openedFile = z.object({
  /** The address for `records.read_slice`, which expires. */
  address: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
  /** Whether browsers may display the file; they save all others. */
  is_inline: z.boolean(),
});

/** A file that was opened for a download. */
export type OpenedFile = z.infer<typeof openedFile>;

/** `storage_download` (docs/guides/files.md#endpoints): opens a file of a field for a download. */
export const recordsOpenFile = defineGatewayOperation({
  name: 'records.open_file',
  kind: 'read',
  summary: 'Download a file of a record.',
  input: z.object({ ...field, file_key: fileKey }),
  output: openedFile,
  errors: ['rest_forbidden', 'storage_unavailable', 'file_not_found'],
});

/** Opens a file by its address, without any other permission: users get addresses with records that they may view. */
export const recordsOpenAddress = defineGatewayOperation({
  name: 'records.open_address',
  kind: 'read',
  summary: 'Download a file by its temporary address.',
  input: z.object({ address: z.string().max(200) }),
  output: openedFile,
  errors: ['storage_unavailable', 'file_address'],
});

/** Reads bytes `from` (inclusive) to `to` (exclusive) of a file. */
export const recordsReadSlice = defineGatewayOperation({
  name: 'records.read_slice',
  kind: 'read',
  summary: 'A part of a file.',
  input: z.object({ address: z.string().max(200), from: z.int().min(0), to: z.int().min(1) }),
  output: z.object({ data: z.instanceof(Uint8Array) }),
  errors: ['storage_unavailable', 'file_address'],
});

/** `storage_rename_single` (docs/guides/files.md#endpoints): renames a file. */
export const recordsRenameFile = defineClientOperation({
  name: 'records.rename_file',
  kind: 'write',
  summary: 'Rename a file of a record.',
  input: z.object({ ...field, file_key: fileKey, new_name: z.string().min(1).max(maxFileNameLength) }),
  output: z.union([
    z.object({ renamed: z.literal(true), file_key: z.string(), new_name: z.string() }),
    z.object({ renamed: z.literal(false), error: z.string() }),
  ]),
  errors: ['rest_forbidden', 'update_post'],
});

/** `storage_delete_single` (docs/guides/files.md#endpoints): deletes a file. */
export const recordsDeleteFile = defineClientOperation({
  name: 'records.delete_file',
  kind: 'write',
  summary: 'Delete a file of a record.',
  input: z.object({ ...field, file_key: fileKey }),
  output: z.object({ deleted: z.boolean(), deleted_key: z.string(), error: z.string().optional() }),
  errors: ['rest_forbidden', 'update_post'],
});

/** `storage_delete` (docs/guides/files.md#endpoints): deletes all files of a field. */
export const recordsDeleteFiles = defineClientOperation({
  name: 'records.delete_files',
  kind: 'write',
  summary: 'Delete all files of a field.',
  input: z.object(field),
  output: z.object({
    deleted: z.boolean(),
    deleted_key: z.string(),
    deleted_keys: z.array(z.string()),
    error: z.string().optional(),
  }),
  errors: ['rest_forbidden', 'update_post'],
});

/** Deletes the files that the author of a deleted comment had uploaded with it. */
export const dropCommentFiles = defineCommand({
  name: 'records.drop_comment_files',
  sender: 'comments',
  summary: 'Delete the files of a deleted comment.',
  input: z.object({
    post_type: keyText,
    record_id: z.int(),
    keys: z.array(lineText).max(1_000),
    author_id: z.int(),
  }),
  result: z.object({ done: z.literal(true) }),
});
