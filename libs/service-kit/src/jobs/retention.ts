import type { mongo } from 'mongoose';
import type { Logger } from '../log/create-logger.ts';
import { LeasedJob, type JobRun, type StoredJob } from './leased-job.ts';
import type { ObservedJob } from './observed-job.ts';
import { dailyTask, type TimeOfDay } from './scheduler.ts';

/** Rows that are kept for a number of days. Ids grow with time, except that instances reserve blocks of them. */
interface RetentionOptions<Row extends mongo.Document> {
  readonly db: mongo.Db;
  readonly collection: string;
  /** Absent: rows are kept for ever. */
  readonly days: number | undefined;
  /** The fields of a row that are read, in addition to `_id`. */
  readonly projection: mongo.Document;
  readonly timeOf: (row: Row) => Date;
  /** Removes rows of a batch; it is called again for those that still exist. */
  readonly remove: (rows: readonly Row[]) => Promise<unknown>;
  readonly log: Logger;
}

/** The progress of a run. */
interface Progress {
  readonly after: number;
  readonly removed: number;
}

const at: TimeOfDay = { hour: 2, minute: 30 };
const batchSize = 500;
/** After this many batches without an old row, no more follow: ids are out of order only within a few blocks. */
const maxYoungBatches = 20;
const dayMs = 24 * 60 * 60 * 1_000;

/** Removes old rows once a day, and at the first start with another number of days. One instance does it for all. */
export function retention<Row extends mongo.Document & { readonly _id: number }>(
  options: RetentionOptions<Row>,
): { readonly jobs: readonly ObservedJob[]; start(): void; stop(): Promise<void> } {
  const { db, collection, days, log } = options;
  if (days === undefined) return { jobs: [], start() {}, stop: async () => {} };
  const job = new LeasedJob<Progress>({
    jobs: db.collection<StoredJob>('retention'),
    name: `${collection} of ${days} days`,
    label: `delete expired ${collection}`,
    run: (run) => removeOld(run, { ...options, days }),
    isOwnFault: () => false,
    log,
  });
  const begin = (moment: Date) => job.begin({ after: 0, removed: 0 }, moment);
  const task = dailyTask({ at, run: begin, failure: `failed to delete expired ${collection}`, log });
  return {
    jobs: [job],
    start() {
      job.start();
      task.start();
    },
    async stop() {
      await Promise.all([task.stop(), job.stop()]);
    },
  };
}

async function removeOld<Row extends mongo.Document & { readonly _id: number }>(
  run: JobRun<Progress>,
  options: RetentionOptions<Row> & { readonly days: number },
): Promise<void> {
  const { db, collection, days, projection, timeOf, remove, log } = options;
  const oldest = new Date(Date.now() - days * dayMs);
  let youngBatches = 0;
  while (youngBatches < maxYoungBatches) {
    const { after, removed } = run.progress;
    const rows = await db
      .collection<{ _id: number }>(collection)
      .find({ _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const last = rows.at(-1);
    if (!last) break;
    const old = (rows as unknown as Row[]).filter((row) => timeOf(row) < oldest);
    if (old.length > 0) await remove(old);
    youngBatches = old.length > 0 ? 0 : youngBatches + 1;
    await run.save({ after: last._id, removed: removed + old.length });
  }
  const { removed } = run.progress;
  if (removed > 0) log.info({ collection, days, removed }, 'expired documents deleted');
}
