import { randomUUID } from 'node:crypto';
import type { JetStreamClient } from 'nats';
import { viewSubject, type ViewEvent } from '@svc/contracts';
import { inBatches, signMessage, type Keyring, type Logger } from '@svc/service-kit';

export type View = ViewEvent['data']['views'][number];

/** Maximum number of views in one event; far below the maximum message size. */
const maxViews = 1_000;
/** Timeout of an acknowledgement. */
const ackMilliseconds = 3_000;

interface ViewAnnouncerOptions {
  readonly jetstream: Pick<JetStreamClient, 'publish'>;
  readonly keyring: Keyring;
  readonly log: Pick<Logger, 'warn'>;
}

/** Publishes views of records as events. Callers do not wait, and a failure is logged and the views are dropped. */
export class ViewAnnouncer {
  readonly #options: ViewAnnouncerOptions;
  /** Resolves when no publication is in progress. */
  #settled: Promise<void> = Promise.resolve();

  constructor(options: ViewAnnouncerOptions) {
    this.#options = options;
  }

  announce(views: readonly View[]): void {
    for (const part of inBatches(views, maxViews)) {
      const published = this.#publish(part);
      this.#settled = this.#settled.then(() => published);
    }
  }

  /** Resolves when all earlier events are acknowledged or dropped. */
  settled(): Promise<void> {
    return this.#settled;
  }

  async #publish(views: readonly View[]): Promise<void> {
    const { jetstream, keyring, log } = this.#options;
    const event = viewEvent(views);
    const body = Buffer.from(JSON.stringify(event));
    try {
      const headers = await signMessage(keyring, { id: event.id, subject: viewSubject, body });
      await jetstream.publish(viewSubject, body, { headers, timeout: ackMilliseconds });
    } catch (error) {
      log.warn({ err: error }, 'failed to publish views');
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
