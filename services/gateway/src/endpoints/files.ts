import {
  recordsDeleteFile,
  recordsDeleteFiles,
  recordsFinishUpload,
  recordsOpenAddress,
  recordsOpenFile,
  recordsRenameFile,
} from '@svc/contracts';
import { forAnyone, forCallers, type Endpoint } from './endpoint.ts';
import { addedLater, fromBody } from './input-sources.ts';

/** Files of records (docs/guides/files.md). */
export const filesEndpoints: readonly Endpoint[] = [
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_upload',
    recordsFinishUpload,
    {
      ...fromBody('meta_key', 'upload_type', 'is_multi_file', 'audio_language'),
      ...fromBody('key_prefix', 'storage_s3_url_duration'),
      // See `receive-files.ts`.
      upload_id: addedLater,
      files: addedLater,
    },
    { form: 'files' },
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_download',
    recordsOpenFile,
    fromBody('meta_key', 'file_key'),
    { answer: 'bytes' },
  ),
  forAnyone('GET /files/v1/{address}', recordsOpenAddress, {}, { answer: 'bytes' }),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_rename_single',
    recordsRenameFile,
    fromBody('meta_key', 'file_key', 'new_name'),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/storage_delete_single',
    recordsDeleteFile,
    fromBody('meta_key', 'file_key'),
  ),
  forCallers('POST /{ns}-posts/v2/{post_type}/{id}/storage_delete', recordsDeleteFiles, fromBody('meta_key')),
];
