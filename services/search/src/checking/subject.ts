import type { IndexName } from '../engine/index-settings.ts';
import type { IndexJobs } from '../indexing/index-jobs.ts';
import type { Projection } from '../projection/projection.ts';
import type { Counts } from './check-progress.ts';

/** An entry as the index has it. */
export interface FoundEntry {
  readonly id: number;
  readonly [key: string]: unknown;
}

/** What both are compared with, and who writes what is wrong. */
export interface SubjectDeps extends Projection {
  readonly jobs: Pick<IndexJobs, 'do'>;
}

/** What the check needs to know of records, or of comments. */
export interface Subject<Document extends { readonly id: number } = { readonly id: number }> {
  readonly name: IndexName;
  /** The keys of an entry that `expected` tells. */
  readonly keys: readonly string[];
  readonly counts: () => Promise<Counts>;
  readonly after: (id: number, limit: number) => Promise<readonly Document[]>;
  readonly byIds: (ids: readonly number[]) => Promise<readonly Document[]>;
  /** The highest id that search knows. */
  readonly highest: () => Promise<number>;
  /** What the entry of a document has to say, in short; nothing of one that nobody sees. */
  readonly expected: (documents: readonly Document[]) => Promise<Map<number, string>>;
  /** What an entry says, in the same words. */
  readonly summaryOf: (entry: FoundEntry) => string;
  /** Makes it right what search knows of these, and their entries. */
  readonly repair: (ids: readonly number[]) => Promise<void>;
}
