import { can, recordsSettings, msg, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { settingsFor, type SettingsDeps } from '../../settings/settings-for.ts';

/** Tiles, fields and labels of a post type. */
export const settings = defineHandler(recordsSettings, async (call, deps: SettingsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { key } = postType;
  if (can(call.actor, `access_${key}`) || can(call.actor, `create_${key}`))
    return settingsFor(call, deps, postType);
  throw new ServiceError('get_post_settings', msg`No permissions to read ${key}`);
});
