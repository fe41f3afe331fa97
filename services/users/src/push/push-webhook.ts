import { createHmac } from 'node:crypto';
import type { HttpClient } from '@svc/service-kit';
import type { Outcome } from '../queue/delivery.ts';
import type { PushMessage } from './push-message.ts';

/** Where pushes go, and the secret that signs them. */
export interface PushWebhookOptions {
  readonly http: Pick<HttpClient, 'send'>;
  readonly url: string;
  readonly secret: string | undefined;
}

/** How long the webhook has for its answer, in milliseconds. */
const timeoutMs = 10_000;

/** Answers by which a webhook says that it will not take a push, however often it is asked. */
const finalStatuses: readonly number[] = [400, 404, 410, 413, 422];

/** Hands pushes on to whatever knows how to reach devices: one POST for each. */
export class PushWebhook {
  readonly #options: PushWebhookOptions;

  constructor(options: PushWebhookOptions) {
    this.#options = options;
  }

  /** Never throws. The same `id` again is the same push. */
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
      const reason = error instanceof Error ? error.message : String(error);
      return { state: 'waiting', reason: `the webhook did not answer: ${reason}` };
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
