import {
  finishUploadMs,
  recordsDeleteFile,
  recordsDeleteFiles,
  recordsFinishUpload,
  recordsOpenAddress,
  recordsOpenFile,
  recordsRenameFile,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint } from './endpoint.ts';

/** Files of records (docs/guides/files.md). */
export const filesEndpoints: readonly Endpoint[] = [
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_upload',
    recordsFinishUpload,
    ({ params, fromBody }) => ({
      ...params,
      ...fromBody('meta_key', 'upload_type', 'is_multi_file', 'audio_language'),
      ...fromBody('key_prefix', 'storage_s3_url_duration'),
      // Added while the files are received: see `receive-files.ts`.
      upload_id: undefined,
      files: undefined,
    }),
    { form: 'files', extraMs: finishUploadMs },
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_download',
    recordsOpenFile,
    ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key') }),
    { answer: 'bytes' },
  ),
  forAnyone('GET /files/v1/{address}', recordsOpenAddress, ({ params }) => params, { answer: 'bytes' }),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_rename_single',
    recordsRenameFile,
    ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key', 'new_name') }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_delete_single',
    recordsDeleteFile,
    ({ params, fromBody }) => ({ ...params, ...fromBody('meta_key', 'file_key') }),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_delete',
    recordsDeleteFiles,
    ({ params, body }) => ({ ...params, meta_key: body['meta_key'] }),
  ),
];
