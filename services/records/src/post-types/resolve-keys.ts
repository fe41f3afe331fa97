import type { Fields } from '@svc/contracts';
import { resolveKey, type PostType } from '../model/post-type.ts';

/** What a client sent, with each field under the key it is declared by; that key wins when both are sent. */
export function resolveKeys(postType: Pick<PostType, 'aliases'>, sent: Fields): Fields {
  const renamed = Object.entries(sent).filter(([key]) => postType.aliases.has(key));
  if (renamed.length === 0) return sent;
  const others = Object.entries(sent).filter(([key]) => !postType.aliases.has(key));
  return Object.fromEntries([
    ...renamed.map(([key, value]) => [resolveKey(postType, key), value] as const),
    ...others,
  ]);
}
