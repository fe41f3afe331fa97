import type { mongo } from 'mongoose';
import type { Command, EntityEvents } from '@svc/contracts';

/** One write of a commit. With `mustMatch` it has to find its document, or the whole commit is made again. */
export interface Write {
  readonly model: mongo.AnyClientBulkWriteModel<mongo.Document>;
  readonly mustMatch?: boolean;
}

/** An event of a commit; id, time, actor and commit id are added where it is written. */
export interface EventDraft {
  readonly entity: keyof EntityEvents;
  readonly verb: 'created' | 'updated' | 'deleted';
  readonly postType?: string;
  /** What changed, for example `contacts/12`. */
  readonly subject: string;
  /** The event's own data; a too large one is replaced by `withoutValues`. */
  readonly data: Record<string, unknown>;
  readonly withoutValues: () => Record<string, unknown>;
}

/** A command of a commit: what this write asks of another service. */
export interface CommandDraft<Input = unknown, Result = unknown> {
  readonly command: Command<Input, Result>;
  readonly input: Input;
}

/** Everything that one write changes, announces and asks, and its answer; it happens whole or not at all. */
export interface Commit<Answer> {
  readonly writes: readonly Write[];
  readonly events?: readonly EventDraft[];
  readonly commands?: readonly CommandDraft[];
  readonly answer: Answer;
  /** The final answer from what the commands answered, in their order; undefined where one did not answer in time. */
  readonly finish?: (results: readonly unknown[]) => Promise<Answer> | Answer;
  /** How long the answer waits for its commands, in milliseconds; without it as long as the caller waits. */
  readonly waitsAtMost?: number;
  /** Runs once after the commit, and not for a repeat: the actions of extensions. */
  readonly afterwards?: () => Promise<void>;
}
