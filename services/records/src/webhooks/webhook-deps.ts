import type { BusCaller } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { Collection, IdSequence } from '@svc/service-kit/store';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { WebhookDelivery, WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

/** The parts that webhooks need. */
export interface WebhookDeps extends ListDeps {
  readonly webhooks: Collection<WebhookDocument>;
  readonly webhookDeliveries: Collection<WebhookDelivery>;
  readonly webhookIds: IdSequence;
  readonly webhookSecrets: WebhookSecrets;
  readonly http: Pick<HttpClient, 'send' | 'check'>;
  readonly caller: Pick<BusCaller, 'call'>;
  /** Sends due deliveries. */
  readonly webhookSender: { readonly wake: () => void };
}
