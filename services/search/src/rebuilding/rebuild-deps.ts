import type { IndexJobs } from '../indexing/index-jobs.ts';
import type { Indexes } from '../indexing/write-everywhere.ts';
import type { Projection } from '../projection/projection.ts';

/** What a rebuild reads and writes, and who has that written which it leaves out. */
export interface RebuildDeps extends Projection, Indexes {
  readonly jobs: Pick<IndexJobs, 'plan'>;
}
