import { can, reachesPostType, usersActor, type Actor, type Operation } from '@svc/contracts';
import type { Deadline } from '@svc/service-kit';
import { askAsSystem } from '../directory/ask-as-system.ts';
import type { ListCall } from '../lists/plan/visible-list.ts';
import { viewOf, type View } from '../live/view.ts';
import type { WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookDeps } from './webhook-deps.ts';

/** The rights of a webhook, and the call in which records are read with them. */
export interface WebhookReader {
  readonly actor: Actor;
  readonly call: ListCall;
}

/** The rights of the user of a webhook; undefined if the user is deleted or disabled. */
export async function webhookReader(
  deps: Pick<WebhookDeps, 'caller'>,
  userId: number,
  deadline: Deadline,
): Promise<WebhookReader | undefined> {
  const { actor } = await askAsSystem({ deadline }, deps, usersActor, { user_id: userId });
  if (!actor) return undefined;
  const ask = <Input, Output>(operation: Operation<Input, Output>, input: Input) =>
    askAsSystem({ deadline }, deps, operation, input);
  return { actor, call: { actor, deadline, ask } };
}

/**
 * The records of a type that a webhook is about; undefined if it is not about this type, or its user may not list it.
 * @throws ServiceError like a list with the filter of the webhook.
 */
export async function webhookView(
  deps: WebhookDeps,
  { actor, call }: WebhookReader,
  { postTypes, filter }: Pick<WebhookDocument, 'postTypes' | 'filter'>,
  postType: string,
): Promise<View | undefined> {
  const isNamed = postTypes === null || postTypes.includes(postType);
  if (!isNamed || !can(actor, `access_${postType}`) || !reachesPostType(actor, postType)) return undefined;
  if (!deps.postTypes.find(postType)) return undefined;
  return viewOf(call, deps, { post_type: postType, ...(filter && { query: filter }) });
}
