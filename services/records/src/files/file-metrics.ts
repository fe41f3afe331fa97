import { Counter, type Registry } from 'prom-client';

/** Reason for refusing a file, as a label of `svc_uploaded_files_total`. */
export type RefusalReason = 'empty' | 'too_large' | 'type' | 'picture';

export class FileMetrics {
  readonly uploads;
  readonly files;
  readonly bytes;
  readonly removed;

  constructor(registry: Registry) {
    const registers = [registry];
    this.uploads = new Counter({
      name: 'svc_uploads_total',
      help: 'Uploads by how they ended: finished, abandoned (the client has gone, or the upload was refused), or silent (left by a killed process).',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.files = new Counter({
      name: 'svc_uploaded_files_total',
      help: 'Files of uploads by result: stored, or the reason of a refusal: empty, too_large, type, picture.',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.bytes = new Counter({
      name: 'svc_file_bytes_total',
      help: 'Bytes of files, including thumbnails, written to the storage and read from it.',
      labelNames: ['direction'] as const,
      registers,
    });
    this.removed = new Counter({
      name: 'svc_files_removed_total',
      help: 'Files removed from the storage: dropped (nothing uses them any more), or writing (left by an unfinished upload).',
      labelNames: ['state'] as const,
      registers,
    });
  }
}
