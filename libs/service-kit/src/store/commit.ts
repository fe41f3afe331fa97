import type { mongo } from 'mongoose';
import type { Command, EntityEvents } from '@svc/contracts';

/** One write of a commit. With `mustMatch`, it must match a document, otherwise the whole commit is built again. */
export interface Write {
  readonly model: mongo.AnyClientBulkWriteModel<mongo.Document>;
  readonly mustMatch?: boolean;
  /** The write inserts the claim of a repeatable request: if the claim exists, the request was committed before. */
  readonly isClaim?: true;
}

/** An event of a commit, without id, time, actor and commit id, which the store adds. */
export interface EventDraft {
  readonly entity: keyof EntityEvents;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly postType?: string;
  /** The changed thing, for example `contacts/12`. */
  readonly subject: string;
  /** The data of the event; if it is too large, `withoutValues` replaces it. */
  readonly data: Record<string, unknown>;
  readonly withoutValues: () => Record<string, unknown>;
}

/** A command of a commit: the work that it requests from another service. */
export interface CommandDraft<Input = unknown, Result = unknown> {
  readonly command: Command<Input, Result>;
  readonly input: Input;
}

/** All documents, events and commands of one write, and its answer. They are committed together or not at all. */
export interface Commit<Answer> {
  readonly writes: readonly Write[];
  readonly events?: readonly EventDraft[];
  readonly commands?: readonly CommandDraft[];
  readonly answer: Answer;
  /** The version of the record that the answer shows, for its entity tag. */
  readonly version?: number;
  /**
   * Makes the final answer after the commit, from the results of the commands, in their order; undefined for one that did not arrive in time.
   * If it fails, or takes longer than the caller waits, `answer` remains.
   */
  readonly finish?: (results: readonly unknown[]) => Promise<Answer> | Answer;
  /** How long the answer waits for its commands, in milliseconds; absent: as long as the caller waits. */
  readonly waitsAtMost?: number;
  /** Runs once after the commit, and not for a repeat: actions of extensions. */
  readonly afterwards?: () => Promise<void>;
}
