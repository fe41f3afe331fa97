import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { LeftOutReport } from './left-out.ts';
import type { SourceType } from './source-answers.ts';
import type { SourceClient } from './source-client.ts';
import type { UserIds } from './written-values.ts';

/** An import that is under way: what its steps work with. */
export interface Move {
  readonly source: SourceClient;
  /** The address by which the services know the source. */
  readonly name: string;
  readonly ask: Ask;
  readonly checkpoint: Checkpoint;
  readonly leftOut: LeftOutReport;
  readonly progress: ProgressReport;
  /** How many reads of the source are under way at once. */
  readonly concurrency: number;
}

/** The same, once users and post types are known. */
export interface MoveOfRecords extends Move {
  readonly users: UserIds;
  /** The user of here for the account that reads. */
  readonly ownId: number | undefined;
  readonly types: Readonly<Record<string, SourceType>>;
}

/** What steps have done, by what it is. */
export type Tally = Map<string, number>;

/** Counts something that was done. */
export function count(tally: Tally, what: string, number = 1): void {
  if (number > 0) tally.set(what, (tally.get(what) ?? 0) + number);
}
