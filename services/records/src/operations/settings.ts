import { can, recordsSettings, say, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';

/** Tiles, fields and labels of a post type. */
export const settings = defineHandler(recordsSettings, async (call, deps: RecordsDeps) => {
  const { key, settings: answer } = deps.postTypes.get(call.input.post_type);
  if (can(call.actor, `access_${key}`) || can(call.actor, `create_${key}`)) return answer;
  throw new ServiceError('get_post_settings', say`No permissions to read ${key}`);
});
