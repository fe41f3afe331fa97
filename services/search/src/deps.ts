import type { Model } from 'mongoose';
import type { Operation, SearchDocument } from '@svc/contracts';
import type { Call, Logger } from '@svc/service-kit';
import type { IndexJob } from './indexing/index-job.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import type { EngineCircuit } from './query/engine-circuit.ts';
import type { CommentState } from './projection/comment-state.ts';
import type { RecordState } from './projection/record-state.ts';

/** What the indexing works with. */
export interface IndexingDeps {
  readonly engine: SearchEngine;
  readonly records: Model<RecordState>;
  readonly comments: Model<CommentState>;
  readonly jobs: Model<IndexJob>;
  /** The current state of those of these records that exist. */
  readonly fetchRecords: (ids: readonly number[]) => Promise<readonly SearchDocument[]>;
  readonly log: Logger;
}

/** What the global search works with. */
export interface SearchDeps {
  readonly engine: SearchEngine;
  readonly circuit: EngineCircuit;
  /** Asks an operation that only services may ask, within the time of a request. */
  readonly askAsService: <Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    request: Pick<Call, 'requestId' | 'deadline'>,
  ) => Promise<Output>;
}
