import { Counter, type Registry } from 'prom-client';

/** Reason for refusing a file, as a label of `svc_uploaded_files_total`. */
export type RefusalReason = 'empty' | 'too_large' | 'type' | 'picture' | 'quota';

export class FileMetrics {
  readonly uploads;
  readonly files;
  readonly bytes;
  readonly removed;

  constructor(registry: Registry) {
    const counter = <Label extends string>(label: Label, name: string, help: string) =>
      new Counter({ name, help, labelNames: [label], registers: [registry] });
    this.uploads = counter(
      'outcome',
      'svc_uploads_total',
      'Uploads by outcome: finished, abandoned (the client disconnected, or the upload was refused), or silent (left by a killed process).',
    );
    this.files = counter(
      'outcome',
      'svc_uploaded_files_total',
      'Files of uploads by result: stored, or the reason of a refusal: empty, too_large, type, picture, quota.',
    );
    this.bytes = counter(
      'direction',
      'svc_file_bytes_total',
      'Bytes of files, including thumbnails, written to the storage and read from it.',
    );
    this.removed = counter(
      'state',
      'svc_files_removed_total',
      'Files removed from the storage by reason: dropped (no longer in use), or writing (left by an unfinished upload).',
    );
  }
}
