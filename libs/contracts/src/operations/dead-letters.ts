import { z } from 'zod';
import type { ServiceName } from '../identity.ts';
import { defineOperation } from '../operation.ts';
import { keyText } from '../text-bounds.ts';

/** The dead letters of a page, and the largest number that one request replays or drops. */
export const deadLetterLimits = { page: 50, change: 20 };

/** The durable name of a consumer. */
const consumerName = keyText.regex(/^[A-Za-z0-9_-]+$/, 'must have letters, digits, hyphens and underscores');

/** The place of a dead letter in its stream. */
const letterId = z.int().min(1);

const deadLetterSchema = z.object({
  id: letterId,
  /** The durable name of the consumer that failed. */
  consumer: z.string(),
  /** The type of the event, such as `svc.record.updated`, or the subject of a command or view. */
  type: z.string(),
  /** Of the changed record; null for a message that names none. */
  post_type: z.string().nullable(),
  record_id: z.int().nullable(),
  /** The text of the error, without the values that a parser or the database quotes. */
  reason: z.string(),
  /** The deliveries and replays that failed; null for a dead letter of an earlier version. */
  attempts: z.int().nullable(),
  /** When the message became a dead letter, or when its last replay failed. */
  failed_at: z.iso.datetime(),
  /** The loss if it is dropped, and the remedy, in the language of the caller. */
  loss: z.string(),
});

/** A message that a consumer could not handle: see `deadLetterSchema`. */
export type DeadLetter = z.infer<typeof deadLetterSchema>;

const chosen = z.object({
  consumer: consumerName,
  ids: z.array(letterId).min(1).max(deadLetterLimits.change),
});

/**
 * `handled`: the consumer has handled the message, and its dead letter is gone. `failed`: it failed again, and stays under the new id.
 * `not_running`: no process has the consumer, for example because its extension was removed. `unknown`: no dead letter has this id.
 */
const replayOutcomeSchema = z.enum(['handled', 'failed', 'not_running', 'unknown']);

const replayResultSchema = z.object({
  id: letterId,
  outcome: replayOutcomeSchema,
  /** Of one that failed again: its reason, and its new id. */
  reason: z.string().optional(),
  new_id: letterId.optional(),
});

/** The outcome of a replay. */
export type ReplayResult = z.infer<typeof replayResultSchema>;

const operator = {
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  errors: ['rest_forbidden'],
} as const;

/** Each service has these operations, because only the process of a consumer can handle its messages again (docs/adr/0043-dead-letters.md). */
function listOf(service: ServiceName) {
  return defineOperation({
    ...operator,
    name: `${service}.dead_letters`,
    kind: 'list',
    summary: `Dead letters of the consumers of ${service}, the oldest first.`,
    input: z.object({ consumer: consumerName.optional(), cursor: keyText.optional() }),
    /** `cursor` is for the next page; null after the last one. */
    output: z.object({ dead_letters: z.array(deadLetterSchema), cursor: z.string().nullable() }),
  });
}

function replayOf(service: ServiceName) {
  return defineOperation({
    ...operator,
    name: `${service}.replay_dead_letters`,
    kind: 'write',
    summary: `Let a consumer of ${service} handle dead letters again.`,
    input: chosen,
    output: z.object({ results: z.array(replayResultSchema) }),
  });
}

function dropOf(service: ServiceName) {
  return defineOperation({
    ...operator,
    name: `${service}.drop_dead_letters`,
    kind: 'write',
    summary: `Delete dead letters of a consumer of ${service} for good.`,
    input: chosen,
    /** The ids that were deleted; the others name no dead letter of the consumer. */
    output: z.object({ dropped: z.array(letterId) }),
  });
}

/** For callers with `manage_dt`: the messages that consumers of a service could not handle. */
export const recordsDeadLetters = listOf('records');
/** See `recordsDeadLetters`. */
export const commentsDeadLetters = listOf('comments');
/** See `recordsDeadLetters`. */
export const usersDeadLetters = listOf('users');
/** See `recordsDeadLetters`. */
export const searchDeadLetters = listOf('search');

/** For callers with `manage_dt`: a consumer handles messages again that it could not handle. */
export const recordsReplayDeadLetters = replayOf('records');
/** See `recordsReplayDeadLetters`. */
export const commentsReplayDeadLetters = replayOf('comments');
/** See `recordsReplayDeadLetters`. */
export const usersReplayDeadLetters = replayOf('users');
/** See `recordsReplayDeadLetters`. */
export const searchReplayDeadLetters = replayOf('search');

/** For callers with `manage_dt`: deletes messages that a consumer could not handle. */
export const recordsDropDeadLetters = dropOf('records');
/** See `recordsDropDeadLetters`. */
export const commentsDropDeadLetters = dropOf('comments');
/** See `recordsDropDeadLetters`. */
export const usersDropDeadLetters = dropOf('users');
/** See `recordsDropDeadLetters`. */
export const searchDropDeadLetters = dropOf('search');

/** The operations of each service about its dead letters. */
export const deadLetterOperations = {
  records: {
    list: recordsDeadLetters,
    replay: recordsReplayDeadLetters,
    drop: recordsDropDeadLetters,
  },
  comments: {
    list: commentsDeadLetters,
    replay: commentsReplayDeadLetters,
    drop: commentsDropDeadLetters,
  },
  users: { list: usersDeadLetters, replay: usersReplayDeadLetters, drop: usersDropDeadLetters },
  search: { list: searchDeadLetters, replay: searchReplayDeadLetters, drop: searchDropDeadLetters },
} as const satisfies Record<ServiceName, object>;
