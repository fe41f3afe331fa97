import {
  finishUploadMs,
  recordsDeleteFile,
  recordsDeleteFiles,
  recordsFinishUpload,
  recordsOpenAddress,
  recordsOpenFile,
  recordsRenameFile,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Files of records (docs/files.md). */
export const filesEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/storage_upload',
    access: 'caller',
    form: 'files',
    extraMs: finishUploadMs,
    operation: recordsFinishUpload,
    input: ({ params, fromBody }) => ({
      ...params,
      ...fromBody('meta_key', 'upload_type', 'is_multi_file', 'audio_language'),
      ...fromBody('key_prefix', 'storage_s3_url_duration'),
      // Added while the files are received: see `receive-files.ts`.
      upload_id: undefined,
      files: undefined,
    }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/storage_download',
    access: 'caller',
    answer: 'bytes',
    operation: recordsOpenFile,
    input: ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key') }),
  }),
  defineEndpoint({
    route: 'GET /files/v1/{address}',
    access: 'public',
    answer: 'bytes',
    operation: recordsOpenAddress,
    input: ({ params }) => params,
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/storage_rename_single',
    access: 'caller',
    operation: recordsRenameFile,
    input: ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key', 'new_name') }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/storage_delete_single',
    access: 'caller',
    operation: recordsDeleteFile,
    input: ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key') }),
  }),
  defineEndpoint({
    route: 'POST /{ns}-posts/v2/{post_type}/{id}/storage_delete',
    access: 'caller',
    operation: recordsDeleteFiles,
    input: ({ params, body }) => ({ ...params, meta_key: body['meta_key'] }),
  }),
];
