import { headers as newHeaders, type Msg, type MsgHdrs, type StreamConfig } from 'nats';
import { apiError } from './api-error.ts';
import { contentsOf, type Delivered } from './message.ts';
import { ProcessStream } from './process-stream.ts';
import type { ProcessSubscription } from './process-subscription.ts';

// Not that of fake timers.
const { setImmediate } = globalThis;

/** Delivers the messages of all connections, and keeps the streams: the part of the server. */
export class MessageBroker {
  readonly streams = new Map<string, ProcessStream>();
  readonly #subscriptions = new Set<ProcessSubscription>();
  #queued: Delivered[] = [];
  #turn = 0;

  add(subscription: ProcessSubscription): void {
    this.#subscriptions.add(subscription);
  }

  remove(subscription: ProcessSubscription): void {
    this.#subscriptions.delete(subscription);
  }

  /** Delivers a message in a later turn of the event loop, as a server does, in the order of publishing. */
  publish(message: Delivered): void {
    if (this.#queued.push(message) > 1) return;
    setImmediate(() => {
      const messages = this.#queued;
      this.#queued = [];
      for (const each of messages) this.#deliver(each);
    });
  }

  /** Delivers a message that its stream has stored to subscriptions. */
  announce(message: Delivered): void {
    setImmediate(() => this.#deliverTo(this.#receiversOf(message.subject), message));
  }

  /** Stores a message in the stream of its subject; undefined if there is none. */
  store(subject: string, data: Uint8Array, headers: MsgHdrs | undefined) {
    const stream = [...this.streams.values()].find((each) => each.takes(subject));
    return stream?.add(subject, data, headers);
  }

  addStream(config: Partial<StreamConfig> & { name: string }): ProcessStream {
    const known = this.streams.get(config.name);
    const stream = known ?? new ProcessStream(config);
    if (JSON.stringify(stream.config) !== JSON.stringify(config))
      throw apiError(400, 10058, 'stream name already in use with a different configuration');
    this.streams.set(config.name, stream);
    return stream;
  }

  stream(name: string): ProcessStream {
    const found = this.streams.get(name);
    if (!found) throw apiError(404, 10059, 'stream not found');
    return found;
  }

  /** Ends all timers. */
  close(): void {
    for (const stream of this.streams.values()) stream.close();
    this.streams.clear();
  }

  #deliver(message: Delivered): void {
    const { subject, data, headers, reply } = message;
    const receivers = this.#receiversOf(subject);
    const isStored = this.store(subject, data, headers) !== undefined;
    if (receivers.length === 0 && !isStored && reply !== undefined)
      return this.#deliverTo(this.#receiversOf(reply), {
        subject: reply,
        data: new Uint8Array(),
        headers: newHeaders(503, 'No Responders'),
        reply: undefined,
      });
    this.#deliverTo(receivers, message);
  }

  #deliverTo(receivers: readonly ProcessSubscription[], message: Delivered): void {
    const respond: Msg['respond'] = (data, options) => {
      if (message.reply === undefined) return false;
      const answer = typeof data === 'string' ? Buffer.from(data) : (data ?? new Uint8Array());
      this.publish({ subject: message.reply, data: answer, headers: options?.headers, reply: undefined });
      return true;
    };
    for (const receiver of receivers) receiver.deliver({ ...contentsOf(message), respond });
  }

  /** Every subscription without a queue group, and one of each group in turns. */
  #receiversOf(subject: string): ProcessSubscription[] {
    const matching = [...this.#subscriptions].filter((subscription) => subscription.matches(subject));
    const groups = Map.groupBy(matching, ({ queue }) => queue);
    const alone = groups.get(undefined) ?? [];
    groups.delete(undefined);
    this.#turn += 1;
    const chosen = [...groups.values()].flatMap((group) => group[this.#turn % group.length] ?? []);
    return [...alone, ...chosen];
  }
}
