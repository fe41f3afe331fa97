import { until } from '@svc/testing';
import type { Door } from './http.ts';
import { stringifyBrackets } from './brackets.ts';

/** A message of an event stream. */
export interface StreamMessage {
  id: string | undefined;
  event: string;
  data: Record<string, unknown>;
}

interface StreamOptions {
  token?: string;
  query?: Readonly<Record<string, unknown>> | string;
  headers?: Record<string, string>;
}

/** A client of an event stream, which reads like a browser. */
export class EventReader {
  readonly messages: StreamMessage[] = [];
  readonly headers: Headers;
  /** The id from which the stream can be resumed. */
  lastId = '';
  isEnded = false;
  readonly #body: AsyncIterable<Uint8Array>;
  readonly #abort: AbortController;

  private constructor(response: Response, abort: AbortController) {
    this.headers = response.headers;
    this.#body = response.body as unknown as AsyncIterable<Uint8Array>;
    this.#abort = abort;
    void this.#read();
  }

  /** Opens a stream and waits for its first bytes. @throws Error when it is refused. */
  static async open(
    { gatewayUrl }: Door,
    { token, query = {}, headers = {} }: StreamOptions,
  ): Promise<EventReader> {
    const abort = new AbortController();
    const asked = typeof query === 'string' ? query : stringifyBrackets(query);
    const credentials = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${gatewayUrl}/wp-json/svc/v1/events?${asked}`, {
      headers: { accept: 'text/event-stream', ...credentials, ...headers },
      signal: abort.signal,
    });
    if (response.status !== 200) throw new Error(`refused: ${response.status} ${await response.text()}`);
    const reader = new EventReader(response, abort);
    await until(() => {
      if (reader.lastId === '') throw new Error('the stream has not begun');
    });
    return reader;
  }

  close(): void {
    this.#abort.abort();
  }

  /** The messages of some kinds about a record, by default all of them. */
  about(recordId: number, ...events: string[]): StreamMessage[] {
    return this.messages.filter(
      ({ event, data }) => data['record_id'] === recordId && (events.length === 0 || events.includes(event)),
    );
  }

  /** Waits for a message. */
  async received(event: string, recordId?: number): Promise<StreamMessage> {
    return until(() => {
      const found = this.messages.find(
        (message) =>
          message.event === event && (recordId === undefined || message.data['record_id'] === recordId),
      );
      if (found) return found;
      throw new Error(`no ${event} of ${recordId}; received: ${JSON.stringify(this.messages.slice(-5))}`);
    });
  }

  async #read(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of this.#body) {
        text += Buffer.from(chunk).toString('utf8');
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
      }
    } catch {
      // The connection was closed.
    }
    this.isEnded = true;
  }

  #take(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
      }),
    );
    this.lastId = fields.get('id') ?? this.lastId;
    const data = fields.get('data');
    if (data === undefined) return;
    this.messages.push({
      id: fields.get('id'),
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data) as Record<string, unknown>,
    });
  }
}
