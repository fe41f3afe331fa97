import {
  recordsCreateWebhook,
  recordsDeleteWebhook,
  recordsRedeliver,
  recordsRotateWebhook,
  recordsTestWebhook,
  recordsUpdateWebhook,
  recordsWebhookDeliveries,
  recordsWebhooks,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { fromBody } from './input-sources.ts';

const one = '/{ns}/v1/webhooks/{id}';
const settings = fromBody('url', 'events', 'post_types', 'fields', 'filter', 'body', 'as_user');

/** Webhooks for their managers (docs/guides/webhooks.md). */
export const webhooksEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/webhooks', recordsWebhooks, {}),
  forCallers('POST /{ns}/v1/webhooks', recordsCreateWebhook, settings, { hasSecret: true }),
  forCallers(`POST ${one}`, recordsUpdateWebhook, { ...settings, ...fromBody('state') }),
  forCallers(`DELETE ${one}`, recordsDeleteWebhook, {}),
  forCallers(`POST ${one}/rotate`, recordsRotateWebhook, {}, { hasSecret: true }),
  forCallers(`POST ${one}/test`, recordsTestWebhook, {}),
  forCallers(`GET ${one}/deliveries`, recordsWebhookDeliveries, {}),
  forCallers(`POST ${one}/deliveries/{delivery}/redeliver`, recordsRedeliver, {}),
];
