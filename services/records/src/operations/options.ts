import { recordsOptions } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';

/** The options of a field; empty while its module is off. */
export const options = defineHandler(recordsOptions, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.find(call.input.post_type);
  const { field = postType?.notifications.milestones ?? '' } = call.input;
  const declared = postType?.fields.get(field)?.options ?? new Map<string, never>();
  return { options: Object.fromEntries([...declared].map(([key, { label }]) => [key, label])) };
});
