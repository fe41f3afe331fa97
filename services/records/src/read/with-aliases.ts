import type { Fields } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';

/** A read shape in which fields show under their other keys too, where the post type says so. */
export function withAliases({ aliases }: Pick<PostType, 'aliases'>, shape: Fields): Fields {
  const shown = [...aliases].filter(([, { field, read }]) => read && shape[field] !== undefined);
  if (shown.length === 0) return shape;
  return { ...shape, ...Object.fromEntries(shown.map(([key, { field }]) => [key, shape[field]])) };
}
