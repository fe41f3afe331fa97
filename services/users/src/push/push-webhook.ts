import { createHmac } from 'node:crypto';
import { messageOf } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { PushDevice } from '../model/user-settings.ts';
import type { Outcome } from '../queue/delivery.ts';

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

const timeoutMs = 10_000;

/** Statuses with which a webhook refuses a push for good. */
const finalStatuses: readonly number[] = [400, 404, 410, 413, 422];

/**
 * Sends each push to the webhook with a POST; the webhook reaches the devices, and recognises a repeated push by its
 * `id`. Never throws.
 */
export function pushWebhook({ http, url, secret }: PushWebhookOptions) {
  return async (id: string, message: PushMessage, signal: AbortSignal): Promise<Outcome> => {
    const body = JSON.stringify({ id, ...message });
    const headers = {
      'content-type': 'application/json',
      ...(secret !== undefined && signature(body, secret)),
    };
    const request = { method: 'POST', url, body, headers, signal, timeoutMs, discardsBody: true } as const;
    try {
      return outcomeOf((await http.send(request)).status);
    } catch (error) {
      return { state: 'waiting', reason: `the webhook did not answer: ${messageOf(error)}` };
    }
  };
}

function signature(body: string, secret: string) {
  return { 'x-svc-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return { state: 'sent' };
  return {
    state: finalStatuses.includes(status) ? 'failed' : 'waiting',
    reason: `the webhook answered ${status}`,
  };
}
