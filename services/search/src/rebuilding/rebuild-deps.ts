import type { IndexingDeps } from '../deps.ts';
import type { IndexJobs } from '../indexing/index-jobs.ts';

/** What rebuilding and checking work with. */
export interface RebuildDeps extends IndexingDeps {
  readonly jobs: Pick<IndexJobs, 'do' | 'plan'>;
  /** The rebuild whose indexes are not to be removed. */
  readonly rebuildWithIndexes: () => Promise<string | undefined>;
}
