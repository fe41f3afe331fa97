import type { Fields } from '@svc/contracts';
import { resolveKey, type PostType } from '../model/post-type.ts';

/** Renames alternative keys of fields in a request to the declared keys; a value under the declared key wins. */
export function resolveKeys(postType: Pick<PostType, 'aliases'>, sent: Fields): Fields {
  const renamed = Object.entries(sent).filter(([key]) => postType.aliases.has(key));
  if (renamed.length === 0) return sent;
  const others = Object.entries(sent).filter(([key]) => !postType.aliases.has(key));
  return Object.fromEntries([
    ...renamed.map(([key, value]) => [resolveKey(postType, key), value] as const),
    ...others,
  ]);
}
