import { randomUUID } from 'node:crypto';
import type { JetStreamClient } from 'nats';
import { viewSubject, type ViewEvent } from '@svc/contracts';
import { signMessage, type Keyring, type Logger } from '@svc/service-kit';

/** One user looked at one record. */
export type View = ViewEvent['data']['views'][number];

/** So many views are far smaller than the largest event. */
const maxViews = 1_000;
/** An acknowledgement that takes longer is not coming. */
const ackMilliseconds = 3_000;

/** What views are announced with. */
export interface ViewAnnouncerOptions {
  readonly jetstream: Pick<JetStreamClient, 'publish'>;
  readonly keyring: Keyring;
  readonly log: Pick<Logger, 'warn'>;
}

/** Announces views of records. Nobody waits for it, and what cannot be announced is logged and forgotten. */
export class ViewAnnouncer {
  readonly #jetstream: Pick<JetStreamClient, 'publish'>;
  readonly #keyring: Keyring;
  readonly #log: Pick<Logger, 'warn'>;
  /** What is on its way. */
  readonly #announcing = new Set<Promise<void>>();

  constructor(options: ViewAnnouncerOptions) {
    this.#jetstream = options.jetstream;
    this.#keyring = options.keyring;
    this.#log = options.log;
  }

  announce(views: readonly View[]): void {
    for (let start = 0; start < views.length; start += maxViews) {
      const part = this.#publish(views.slice(start, start + maxViews)).finally(() => {
        this.#announcing.delete(part);
      });
      this.#announcing.add(part);
    }
  }

  /** How many events are not with the stream yet, and are not given up. */
  get onTheirWay(): number {
    return this.#announcing.size;
  }

  /** Fulfilled when everything that was announced before is with the stream, or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.#announcing);
  }

  async #publish(views: readonly View[]): Promise<void> {
    const event = viewEvent(views);
    const body = Buffer.from(JSON.stringify(event));
    try {
      const headers = await signMessage(this.#keyring, { id: event.id, subject: viewSubject, body });
      await this.#jetstream.publish(viewSubject, body, { headers, timeout: ackMilliseconds });
    } catch (error) {
      this.#log.warn({ err: error }, 'views could not be announced');
    }
  }
}

function viewEvent(views: readonly View[]): ViewEvent {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: '/svc/records',
    type: 'svc.view.created',
    subject: 'views',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: {
      commit_id: randomUUID(),
      actor: { kind: 'system', user_id: 0, display_name: 'records' },
      views: [...views],
    },
  };
}
