import { recordsPostTypes, recordsSettings, systemActor } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';
import type { LinkedPostType } from './link-types.ts';

/** The post types of the instance, asked of records in this service's own name. */
export async function askPostTypes(
  call: Pick<Call, 'requestId' | 'deadline'>,
  caller: Pick<BusCaller, 'call'>,
): Promise<LinkedPostType[]> {
  const context = { caller: systemActor('users'), requestId: call.requestId, deadline: call.deadline };
  const { post_types: types } = await caller.call(recordsPostTypes, {}, context);
  return Promise.all(
    types.map(async ({ post_type: key }) => {
      const { label_plural: label } = await caller.call(recordsSettings, { post_type: key }, context);
      return { key, label };
    }),
  );
}
