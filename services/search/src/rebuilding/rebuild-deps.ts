import type { IndexJobs } from '../indexing/index-jobs.ts';
import type { Indexes } from '../indexing/write-everywhere.ts';
import type { Projection } from '../projection/projection.ts';

export interface RebuildDeps extends Projection, Indexes {
  readonly jobs: Pick<IndexJobs, 'plan'>;
}
