import type { PostTypeSettings } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { SettingsDeps } from './settings-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { tagsInUse } from './tags-in-use.ts';

/** The settings object of a post type for the caller: `default` of fields with tags lists the tags in use that they may see. */
export async function settingsFor(
  call: Pick<Call, 'actor' | 'deadline' | 'ask'>,
  deps: SettingsDeps,
  postType: PostType,
): Promise<PostTypeSettings> {
  const { settings } = postType;
  const tags = await tagsInUse(call, deps, postType);
  const fields = Object.entries(settings.fields).map(([key, field]) => {
    const inUse = tags.get(key);
    return [key, inUse ? { ...field, default: inUse } : field] as const;
  });
  return { ...settings, fields: Object.fromEntries(fields) };
}
