import { reachesPostType, type Actor } from './actor.ts';
import { msg } from './message.ts';
import type { Operation } from './operation.ts';
import { ServiceError } from './service-error.ts';

/** The value of an input `post_type` that stands for every type that the caller may access. */
export const everyPostType = 'all';

/**
 * Checks whether the API key behind a request permits an operation; other actors are not limited. Every service calls it, and
 * `checkKeyInput`, before a handler.
 * @throws ServiceError `key_scope` for an operation or a post type that the key does not reach, `key_read_only` for a write with a read key.
 */
export function checkKey(
  actor: Pick<Actor, 'key'>,
  operation: Pick<Operation, 'kind' | 'isAdministration' | 'postType'>,
): void {
  const { key } = actor;
  if (!key) return;
  if (operation.isAdministration && !key.administration)
    throw new ServiceError(
      'key_scope',
      'This API key does not reach accounts, roles, keys and administration; an administrator can create one that does.',
    );
  if (operation.postType !== undefined) checkPostType(actor, operation.postType);
  if (operation.kind === 'write' && key.access === 'read')
    throw new ServiceError(
      'key_read_only',
      'This API key only reads. Changes need a key with the access write.',
    );
}

/**
 * Refuses callers who have to set up a second factor first. Every service calls it before a handler.
 * @throws ServiceError `second_factor_required`
 */
export function checkSetup(
  { setsUpSecondFactor }: Pick<Actor, 'setsUpSecondFactor'>,
  { isForSetup }: Pick<Operation, 'isForSetup'>,
): void {
  if (setsUpSecondFactor && !isForSetup)
    throw new ServiceError(
      'second_factor_required',
      'This token only sets up a second factor. Log in with a code of it afterwards.',
      { status: 403 },
    );
}

/** Checks the post type that the parsed input of an operation names. @throws ServiceError `key_scope` */
export function checkKeyInput(actor: Pick<Actor, 'key'>, input: unknown): void {
  if (!actor.key?.postTypes) return;
  const { post_type: postType } = (input ?? {}) as { post_type?: unknown };
  if (typeof postType === 'string' && postType !== everyPostType) checkPostType(actor, postType);
}

/** @throws ServiceError `key_scope` for a post type that the API key of an actor does not reach. */
export function checkPostType(actor: Pick<Actor, 'key'>, postType: string): void {
  if (!reachesPostType(actor, postType)) throw beyondKey(postType);
}

/** The refusal of a post type that an API key does not reach. */
export function beyondKey(postType: string): ServiceError {
  return new ServiceError('key_scope', msg`This API key does not reach ${postType}.`);
}
