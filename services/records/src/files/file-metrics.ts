import { Counter, type Registry } from 'prom-client';

/** Why a file is not taken. */
export type RefusalReason = 'empty' | 'too_large' | 'type' | 'picture';

/** What is counted of files. */
export class FileMetrics {
  readonly uploads;
  readonly files;
  readonly bytes;
  readonly removed;

  constructor(registry: Registry) {
    const registers = [registry];
    this.uploads = new Counter({
      name: 'svc_uploads_total',
      help: 'Uploads by how they ended: finished, abandoned (the client has gone, or it was refused), or silent (left by a process that was killed).',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.files = new Counter({
      name: 'svc_uploaded_files_total',
      help: 'Files of uploads by what became of them: stored, or why they were refused: empty, too_large, type, picture.',
      labelNames: ['outcome'] as const,
      registers,
    });
    this.bytes = new Counter({
      name: 'svc_file_bytes_total',
      help: 'Bytes of files, thumbnails included, that were written to the storage and read from it.',
      labelNames: ['direction'] as const,
      registers,
    });
    this.removed = new Counter({
      name: 'svc_files_removed_total',
      help: 'Files that left the storage: dropped (nothing has them any more), or writing (an upload that did not come to its end left them).',
      labelNames: ['state'] as const,
      registers,
    });
  }
}
