import { ScheduledTask, type Logger } from '@svc/service-kit';
import { variantKey } from '../fields/file-upload/stored-file.ts';
import type { FileVariant } from '../model/file-addresses.ts';
import type { FileDocument } from '../store/file-model.ts';
import type { FileDeps } from './file-deps.ts';
import { endSilentUploads, unwantedComment } from './uploads.ts';

const everyMs = 60_000;
const batchSize = 100;
/** Longer than it can take to finish an upload. */
const writingMs = 60 * 60 * 1_000;

type Deps = Pick<FileDeps, 'files' | 'storage' | 'uploads' | 'uploadChunks' | 'fileMetrics'>;

/**
 * The job that removes dropped files, and files and pieces of uploads that a crash has interrupted. Every instance runs it: removing a
 * file twice does no harm.
 */
export function unwantedFiles(deps: Deps, log: Logger): ScheduledTask {
  return new ScheduledTask({
    name: 'remove unused files',
    everyMs,
    run: () => removeUnwanted(deps, new Date()),
    failure: 'failed to remove unused files',
    log,
  });
}

export async function removeUnwanted(deps: Deps, now: Date): Promise<void> {
  const { files, storage, fileMetrics } = deps;
  if (!storage) return;
  await endSilentUploads(deps, now);
  const abandoned = { state: 'writing' as const, since: { $lt: new Date(now.getTime() - writingMs) } };
  for (;;) {
    const batch = await files
      .find({ $or: [{ state: 'dropped' }, abandoned] })
      .limit(batchSize)
      .comment(unwantedComment)
      .lean();
    for (const { _id, state, objects } of batch) {
      // Before the removal, because a commit may be about to add the file to its record.
      const { matchedCount } = await files.updateOne({ _id, state }, { state: 'dropped' });
      if (matchedCount === 0) continue;
      for (const key of keysOf({ _id, objects })) await storage.remove(key);
      const { deletedCount } = await files.deleteOne({ _id });
      fileMetrics.removed.inc({ state }, deletedCount);
    }
    if (batch.length < batchSize) return;
  }
}

function keysOf({ _id: key, objects }: Pick<FileDocument, '_id' | 'objects'>): string[] {
  return (Object.keys(objects) as FileVariant[]).map((variant) => variantKey(key, variant));
}
