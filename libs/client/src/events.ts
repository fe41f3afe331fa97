import { isServiceError } from './errors.ts';
import type { Fields, WhereOf } from './schema.ts';
import { toTree } from './list-query.ts';
import { reasonOf, wait } from './limit-time.ts';
import { isTemporary } from './retry.ts';
import type { Send } from './send.ts';
import { readMessages, type Message } from './read-messages.ts';

/** Which changes are received. */
export interface EventOptions {
  /** Ends the events, with its reason. */
  readonly signal?: AbortSignal;
  /** Continues after the event with this `id`, which an earlier run has received. */
  readonly lastEventId?: string;
}

/** Which changes of a post type are received: those of one record, of the records that meet filters, or of all. */
export interface RecordEventOptions<F extends Fields> extends EventOptions {
  readonly id?: number;
  readonly where?: WhereOf<F>;
}

/** Which changes of several post types are received. */
export interface ClientEventOptions<PostType extends string = string> extends EventOptions {
  /** All types that the caller may list by default. */
  readonly postTypes?: readonly PostType[];
}

interface ChangeHead {
  /** The position of the event, for `lastEventId`. */
  readonly id: string;
  readonly post_type: string;
  readonly record_id: number;
  readonly version: number;
  readonly actor: { readonly kind: string; readonly user_id: number; readonly display_name: string };
  /** The keys of the changed fields. */
  readonly changed: readonly string[];
}

/** A change of a record; `record.left`: the caller no longer sees it, or it no longer meets the filters. */
export interface RecordEvent extends ChangeHead {
  readonly type: `record.${'created' | 'updated' | 'deleted' | 'left'}`;
}

/** A change of a comment. */
export interface CommentEvent extends ChangeHead {
  readonly type: `comment.${'created' | 'updated' | 'deleted'}`;
  readonly comment_id: number;
}

/** A new notification of the caller. */
export interface NotificationEvent extends ChangeHead {
  readonly type: 'notification';
  readonly notification_id: number;
}

/** Everything must be read again, because events are lost or the rights of the caller have changed. */
export interface ResyncEvent {
  readonly id: string;
  readonly type: 'resync';
  readonly reason: 'events_lost' | 'rights_changed';
}

/** An event of `docs/guides/live.md`. It has no values: read the record again. */
export type LiveEvent = RecordEvent | CommentEvent | NotificationEvent | ResyncEvent;

/** The service sends something every ten seconds. */
const silenceMs = 35_000;
const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/**
 * The changes that the caller may see, as they happen. After an interruption the client connects again and continues after the last event. The
 * events end when the loop is left, when `signal` aborts, or with the error of a service that refuses them.
 */
export async function* readEvents(
  send: Send,
  query: Readonly<Record<string, unknown>>,
  { signal, lastEventId }: EventOptions,
): AsyncGenerator<LiveEvent, void, undefined> {
  let lastId = lastEventId;
  for (let failures = 0; ; failures += 1) {
    try {
      for await (const { id, event, data } of connect(send, { ...query, last_event_id: lastId }, signal)) {
        failures = 0;
        lastId = id ?? lastId;
        if (event === 'end') break;
        if (event !== undefined) yield { ...JSON.parse(data), id: lastId ?? '', type: event } as LiveEvent;
      }
    } catch (error) {
      if (signal?.aborted) throw reasonOf(signal);
      if (isServiceError(error) && !isTemporary(error)) throw error;
    }
    await wait(Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (0.5 + Math.random() / 2), signal);
  }
}

/** The messages of one connection, which ends after a silence. */
async function* connect(
  send: Send,
  query: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message, void, undefined> {
  const connection = new AbortController();
  const close = () => connection.abort();
  let timer = setTimeout(close, silenceMs);
  signal?.addEventListener('abort', close);
  if (signal?.aborted) close();
  try {
    const { body } = await send<Response>({
      method: 'GET',
      path: 'svc/v1/events',
      query,
      answer: 'stream',
      options: { signal: connection.signal, timeoutMs: 0 },
    });
    if (!body.body) throw new Error('This platform cannot read an answer while it arrives.');
    for await (const message of readMessages(body.body)) {
      clearTimeout(timer);
      timer = setTimeout(close, silenceMs);
      yield message;
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', close);
    close();
  }
}

/** The parameters of the events of a post type. */
export function recordEventQuery<F extends Fields>(
  postType: string,
  { id, where }: RecordEventOptions<F>,
): Record<string, unknown> {
  return { post_type: [postType], id, fields: where && toTree(where) };
}
