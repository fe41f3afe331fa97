import { say } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import { type WriteCode, refusal } from '../revision/refusal.ts';
import { connectionField, type EndChange } from './reconnect.ts';

/**
 * Somebody may have deleted a record since it was looked up: nothing is connected with what is not there.
 * @throws ServiceError `add_connection_to_post` that names the field.
 */
export function refuseGone(
  ends: readonly EndChange[],
  there: { has(id: number): boolean },
  write: { readonly postType: PostType; readonly code: WriteCode },
): void {
  for (const { end, before, after } of ends) {
    const known = new Set(before.map(({ id }) => id));
    if (after.every(({ id }) => known.has(id) || there.has(id))) continue;
    const field = connectionField(write.postType, end)?.key ?? end.key;
    const message = say`Error adding connection on field: ${field}`;
    throw refusal([{ code: 'add_connection_to_post', message, field }], write.code);
  }
}
