import { createHmac } from 'node:crypto';
import { messageOf } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { PushDevice } from '../model/user-settings.ts';
import type { Outcome } from '../queue/delivery.ts';

/** The JSON body of a push to the webhook. */
export interface PushMessage {
  readonly devices: readonly PushDevice[];
  readonly title: string;
  readonly text: string;
  /** The address of the record. */
  readonly link: string;
}

export interface PushWebhookOptions {
  readonly http: Pick<HttpClient, 'send'>;
  readonly url: string;
  readonly secret: string | undefined;
}

/** Milliseconds within which the webhook has to answer. */
const timeoutMs = 10_000;

/** Statuses with which a webhook refuses a push for good. */
const finalStatuses: readonly number[] = [400, 404, 410, 413, 422];

/** Sends each push to the webhook with a POST; the webhook reaches the devices. */
export class PushWebhook {
  readonly #options: PushWebhookOptions;

  constructor(options: PushWebhookOptions) {
    this.#options = options;
  }

  /** Never throws. The webhook recognises a repeated push by its `id`. */
  async send(id: string, message: PushMessage, signal: AbortSignal): Promise<Outcome> {
    const { http, url } = this.#options;
    const body = JSON.stringify({ id, ...message });
    try {
      const { status } = await http.send({
        method: 'POST',
        url,
        body,
        signal,
        timeoutMs: timeoutMs,
        discardsBody: true,
        headers: { 'content-type': 'application/json', ...this.#signature(body) },
      });
      return outcomeOf(status);
    } catch (error) {
      return { state: 'waiting', reason: `the webhook did not answer: ${messageOf(error)}` };
    }
  }

  #signature(body: string): Record<string, string> {
    const { secret } = this.#options;
    if (secret === undefined) return {};
    return { 'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  return {
    state: finalStatuses.includes(status) ? 'failed' : 'waiting',
    reason: `the webhook answered ${status}`,
  };
}
