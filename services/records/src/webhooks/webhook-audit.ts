import { auditCommand, auditWaitMs, type Call } from '@svc/service-kit';
import type { WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookSettings } from './webhook-settings.ts';

type Audited = WebhookSettings & Pick<WebhookDocument, '_id' | 'state'>;

/** A change of a webhook; null before it exists, and after. */
interface WebhookChange {
  readonly action: 'webhook.created' | 'webhook.changed' | 'webhook.rotated' | 'webhook.deleted';
  readonly before: Audited | null;
  readonly after: Audited | null;
}

/** The entry of the audit log about a webhook, as parts of the commit of the change. */
export function webhookAudit(call: Pick<Call, 'actor' | 'client'>, { action, before, after }: WebhookChange) {
  const subject = `webhooks/${(after ?? before)?._id}`;
  const values = { before: before && shownSettings(before), after: after && shownSettings(after) };
  return { commands: [auditCommand(call, { action, subject, ...values })], waitsAtMost: auditWaitMs };
}

/** The settings without the path of the address, and without the values of the filter: both may contain secrets. */
function shownSettings({ url, events, postTypes, fields, filter, body, asUser, state }: Audited) {
  const site = new URL(url).origin;
  return {
    site,
    events,
    post_types: postTypes,
    fields,
    has_filter: filter !== null,
    body,
    as_user: asUser,
    state,
  };
}
