import type { Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { Operation } from '@svc/contracts';
import type { Call, Logger } from '@svc/service-kit';
import type { CheckProgress } from './checking/check-progress.ts';
import type { DailyCheck } from './checking/daily-check.ts';
import type { IndexJob } from './indexing/index-job.ts';
import type { Indexing } from './indexing/indexing.ts';
import type { Sources } from './indexing/sources.ts';
import type { LeasedWork } from './rebuilding/leased-work.ts';
import type { RebuildProgress } from './rebuilding/rebuild-progress.ts';
import type { SearchEngine } from './engine/search-engine.ts';
import type { EngineCircuit } from './query/engine-circuit.ts';
import type { CommentState } from './projection/comment-state.ts';
import type { RecordState } from './projection/record-state.ts';

/** What the indexing works with. */
export interface IndexingDeps {
  readonly engine: SearchEngine;
  readonly records: Model<RecordState>;
  readonly comments: Model<CommentState>;
  readonly sources: Sources;
  /** The rebuild that every change of the index is told, too; undefined while there is none. */
  readonly rebuildUnderWay: () => Promise<string | undefined>;
  readonly log: Logger;
}

/** What the operations on the index work with. */
export interface IndexDeps {
  readonly engine: SearchEngine;
  readonly jobs: Model<IndexJob>;
  readonly bus: NatsConnection;
  readonly indexing: Indexing;
  readonly rebuilds: LeasedWork<RebuildProgress>;
  readonly checks: LeasedWork<CheckProgress>;
  readonly dailyCheck: DailyCheck;
}

/** What the global search works with. */
export interface SearchDeps {
  readonly engine: SearchEngine;
  readonly circuit: EngineCircuit;
  /** Whether the indexes that are searched lack entries. */
  readonly isBeingFilled: () => Promise<boolean>;
  /** Asks an operation that only services may ask, within the time of a request. */
  readonly askAsService: <Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    request: Pick<Call, 'requestId' | 'deadline'>,
  ) => Promise<Output>;
}
