import { recordsPostTypes, recordsSettings, systemActor } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';
import type { LinkedPostType } from './link-types.ts';

/**
 * The post types of the instance, from the records service: called in this service's own name, with the caller's
 * language.
 */
export async function askPostTypes(
  call: Pick<Call, 'actor' | 'requestId' | 'deadline'>,
  caller: Pick<BusCaller, 'call'>,
): Promise<LinkedPostType[]> {
  const asking = { ...systemActor('users'), locale: call.actor.locale };
  const context = { caller: asking, requestId: call.requestId, deadline: call.deadline };
  const { post_types: types } = await caller.call(recordsPostTypes, {}, context);
  return Promise.all(
    types.map(async ({ post_type: key }) => {
      const { label_plural: label } = await caller.call(recordsSettings, { post_type: key }, context);
      return { key, label };
    }),
  );
}
