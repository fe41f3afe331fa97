import { createHmac } from 'node:crypto';
import type { Outcome } from '../deliveries/outcome.ts';
import type { PushMessage } from './push-message.ts';

/** Where pushes go, and the secret that signs them. */
export interface PushWebhookOptions {
  readonly url: string;
  readonly secret: string | undefined;
}

/** How long the webhook has for its answer, in milliseconds. */
const patience = 10_000;

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
    const body = JSON.stringify({ id, ...message });
    try {
      const response = await fetch(this.#options.url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...this.#signature(body) },
        // Somewhere else is nowhere that was set.
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      });
      await response.body?.cancel();
      return outcomeOf(response.status);
    } catch (error) {
      return { state: 'waiting', reason: `the webhook did not answer: ${reasonOf(error)}` };
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

/** The system's word for it: the message of fetch itself says nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : error.name;
}
