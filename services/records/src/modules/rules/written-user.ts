import type { Actor } from '@svc/contracts';

/** The user that a write of a user_select names: 0 for nobody, undefined for another user's e-mail or an invalid value. */
export function writtenUser(input: unknown, actor: Actor): number | undefined {
  if (input === null) return 0;
  if (typeof input !== 'string' && typeof input !== 'number') return undefined;
  const text = String(input).trim();
  const id = /^(?:user-)?(\d{0,15})$/.exec(text)?.[1];
  if (id !== undefined) return Number(id);
  const isCaller = actor.email !== '' && text.toLowerCase() === actor.email.toLowerCase();
  return isCaller ? actor.userId : undefined;
}
