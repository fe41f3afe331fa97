import type { IndexName } from '../engine/index-settings.ts';
import type { IndexJobs } from '../indexing/index-jobs.ts';
import type { Projection } from '../projection/projection.ts';
import type { Counts } from './check-progress.ts';

/** An entry as read from the index. */
export interface FoundEntry {
  readonly id: number;
  readonly [key: string]: unknown;
}

export interface SubjectDeps extends Projection {
  readonly jobs: Pick<IndexJobs, 'do'>;
}

/** The parts of a check that differ between records and comments. */
export interface Subject<Document extends { readonly id: number } = { readonly id: number }> {
  readonly name: IndexName;
  /** The keys of an entry that are compared. */
  readonly keys: readonly string[];
  readonly counts: () => Promise<Counts>;
  readonly after: (id: number, limit: number) => Promise<readonly Document[]>;
  readonly byIds: (ids: readonly number[]) => Promise<readonly Document[]>;
  /** The highest id in the projection. */
  readonly highest: () => Promise<number>;
  /** The expected summary of each document's entry; absent for documents that nobody may see. */
  readonly expected: (documents: readonly Document[]) => Promise<Map<number, string>>;
  /** The summary of an entry, in the same form. */
  readonly summaryOf: (entry: FoundEntry) => string;
  /** Repairs the projection and the entries of these ids. */
  readonly repair: (ids: readonly number[]) => Promise<void>;
}
