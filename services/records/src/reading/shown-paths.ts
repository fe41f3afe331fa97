import type { ItemPlan } from './item-plan.ts';
import { standsBeside } from './stored-value.ts';

/** As much of stored records as their items are made from. */
export function shownPaths({ shown, postType }: ItemPlan): Record<string, 1> {
  const beside = { postType: 1, name: 1, createdAt: 1, lastModified: 1, degrees: 1, version: 1 } as const;
  if (shown.length === postType.fields.size) return { ...beside, fields: 1 };
  const paths = shown.filter(({ key }) => !standsBeside(key)).map(({ key }) => [`fields.${key}`, 1] as const);
  return { ...beside, ...Object.fromEntries(paths) };
}
