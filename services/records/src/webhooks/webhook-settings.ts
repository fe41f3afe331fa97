import {
  can,
  msg,
  ServiceError,
  type InputOf,
  type recordsUpdateWebhook,
  type WebhookDeliveryShape,
  type WebhookShape,
} from '@svc/contracts';
import { invalidParam, type Call } from '@svc/service-kit';
import { HttpRequestError } from '@svc/service-kit/http-client';
import { listedType } from '../lists/asked-list.ts';
import { resolveKey } from '../model/post-type.ts';
import { viewOf } from '../live/view.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { WebhookDelivery, WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { webhookReader, type WebhookReader } from './webhook-view.ts';

/** The settings of a webhook that users choose. */
export type WebhookSettings = Pick<
  WebhookDocument,
  'url' | 'events' | 'postTypes' | 'fields' | 'filter' | 'body' | 'asUser'
>;

type Sent = Omit<InputOf<typeof recordsUpdateWebhook>, 'id' | 'state'>;
type SettingsCall = Pick<Call, 'actor' | 'deadline'>;

/** @throws ServiceError `webhook_forbidden` for callers who may not manage the installation. */
export function requireManager({ actor }: Pick<Call, 'actor'>): void {
  if (actor.kind !== 'site_link' && can(actor, 'manage_dt')) return;
  throw new ServiceError('webhook_forbidden', 'You may not manage webhooks.');
}

/** @throws ServiceError `webhook_not_found` */
export async function findWebhook(
  call: SettingsCall,
  deps: WebhookDeps,
  id: number,
): Promise<WebhookDocument> {
  const found = await readLean<WebhookDocument | null>(call, deps.webhooks.model.findById(id));
  if (found) return found;
  throw new ServiceError('webhook_not_found', 'There is no webhook with this id.');
}

/** The settings of a webhook with those that were sent. */
export function withSent(settings: WebhookSettings, sent: Sent): WebhookSettings {
  return {
    url: sent.url ?? settings.url,
    events: sent.events ?? settings.events,
    postTypes: sent.post_types === undefined ? settings.postTypes : sent.post_types,
    fields: sent.fields === undefined ? settings.fields : sent.fields,
    filter: sent.filter === undefined ? settings.filter : sent.filter,
    body: sent.body ?? settings.body,
    asUser: sent.as_user ?? settings.asUser,
  };
}

/**
 * Checks that a webhook with these settings can be delivered to, and that its user may list what it is about.
 * @throws ServiceError `rest_invalid_param` with the name of the setting; for post types and filters like a list.
 */
export async function checkSettings(
  call: SettingsCall,
  deps: WebhookDeps,
  settings: WebhookSettings,
): Promise<void> {
  await checkAddress(deps, settings.url);
  const reader = await readerOf(call, deps, settings.asUser);
  for (const key of settings.postTypes ?? []) listedType(reader.actor, deps.postTypes, key);
  checkFields(deps, settings);
  if (!settings.filter) return;
  const [only, ...others] = settings.postTypes ?? [];
  if (only === undefined || others.length > 0)
    throw invalidParam({ post_types: 'post_types must name exactly one type when there is a filter' });
  await viewOf(reader.call, deps, { post_type: only, query: settings.filter });
}

async function checkAddress({ http }: WebhookDeps, url: string): Promise<void> {
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isAddress || new URL(url).username || new URL(url).password)
    throw invalidParam({ url: 'url must be an address with http or https, without user and password' });
  await http.check(url).catch((error: unknown) => {
    if (!(error instanceof HttpRequestError)) throw error;
    throw invalidParam({ url: msg`url cannot be delivered to: ${error.message}` });
  });
}

/** The rights of the user of a webhook. They may not be more than those of the caller, who would see more than they may. */
async function readerOf(
  { actor, deadline }: SettingsCall,
  deps: WebhookDeps,
  userId: number,
): Promise<WebhookReader> {
  const reader = await webhookReader(deps, userId, deadline);
  const isWithin = reader?.actor.capabilities.every((capability) => can(actor, capability)) ?? false;
  if (reader && isWithin) return reader;
  if (actor.kind === 'system') throw invalidParam({ as_user: 'as_user must be a user who is not disabled' });
  throw invalidParam({ as_user: 'as_user must be a user who has no more rights than you' });
}

function checkFields({ postTypes }: WebhookDeps, { postTypes: keys, fields }: WebhookSettings): void {
  const types = keys ? keys.map((key) => postTypes.get(key)) : postTypes.all();
  const unknown = fields?.find((key) => !types.some((type) => type.fields.has(resolveKey(type, key))));
  if (unknown !== undefined) throw invalidParam({ fields: msg`fields has the unknown field ${unknown}` });
}

/** A webhook as clients read it. */
export function presentWebhook(webhook: WebhookDocument): WebhookShape {
  const { _id: id, url, events, fields, filter, body, owner, state, reason } = webhook;
  return {
    id,
    url,
    events: [...events],
    post_types: webhook.postTypes && [...webhook.postTypes],
    fields: fields && [...fields],
    filter,
    body,
    as_user: webhook.asUser,
    owner,
    state,
    reason,
    created_at: webhook.createdAt.toISOString(),
  };
}

/** A delivery as clients read it. */
export function presentDelivery(delivery: WebhookDelivery): WebhookDeliveryShape {
  const { _id: id, event, state } = delivery;
  return {
    id,
    event,
    post_type: delivery.postType,
    record_id: delivery.recordId,
    state,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: state === 'waiting' ? delivery.dueAt.toISOString() : null,
    attempts: delivery.attempts.map(({ at, ...attempt }) => ({ at: at.toISOString(), ...attempt })),
  };
}
