import type { ProgressReport } from '../progress.ts';
import type { Ask } from '../services.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { IdList } from './id-list.ts';
import type { ImportReport } from './import-report.ts';
import type { LeftOut, LeftOutReport } from './left-out.ts';
import type { SourceType } from './source-answers.ts';
import { SourceRefusal, type SourceClient } from './source-client.ts';
import type { UserIds } from './written-values.ts';

export interface Move {
  readonly source: SourceClient;
  /** The address under which the services store the ids of the source. */
  readonly name: string;
  readonly ask: Ask;
  readonly checkpoint: Checkpoint;
  readonly leftOut: LeftOutReport;
  readonly progress: ProgressReport;
  readonly concurrency: number;
  /** The number of imported items, by kind. */
  readonly tally: Map<string, number>;
  /** The numbers of items that were read, written, mapped and skipped. */
  readonly report: ImportReport;
  readonly ids: IdList;
}

export interface MoveOfRecords extends Move {
  readonly users: UserIds;
  /** The user here of the reading account. */
  readonly ownId: number | undefined;
  readonly types: Readonly<Record<string, SourceType>>;
}

export function count({ tally }: Move, what: string, number = 1): void {
  if (number > 0) tally.set(what, (tally.get(what) ?? 0) + number);
}

/** Handles a refusal of the source: returns a replacement. */
export function orElse<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof SourceRefusal) return value;
    throw error;
  };
}

/** Handles a refusal of the source: reports it with its message and returns undefined. */
export function reportRefusal(report: LeftOutReport, { reason, ...about }: LeftOut) {
  return async (error: unknown): Promise<undefined> => {
    if (!(error instanceof SourceRefusal)) throw error;
    await report.add({ ...about, reason: `${reason}: ${error.message}` });
  };
}
