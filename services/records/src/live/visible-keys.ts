import type { ListDeps } from '../lists/plan/list-deps.ts';

/** The keys of declared fields that all readers may see: private ones, and those of modules that are off, are left out. */
export function visibleKeys(
  { postTypes }: Pick<ListDeps, 'postTypes'>,
  postType: string,
  changed: readonly string[],
): string[] {
  const fields = postTypes.find(postType)?.fields;
  return changed.filter((key) => fields?.has(key) && !fields.get(key)?.definition.private);
}
