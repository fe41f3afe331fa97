import { can, type PostTypeSettings } from '@svc/contracts';
import { firstVisibleValues, visibleRecords } from '../lists/field-values/visible-values.ts';
import { visibleTo } from '../lists/plan/find-by.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { ListCall, VisibleList } from '../lists/plan/visible-list.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import type { Modules } from '../post-types/modules.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { SiteSetting } from '../store/site-setting.ts';

type FieldSettings = PostTypeSettings['fields'][string];

export interface SettingsDeps extends ListDeps {
  readonly modules: Modules;
  readonly backups: SiteSetting<'backup'>;
  readonly plugins: readonly {
    readonly name: string;
    readonly plugin_url: string;
    readonly version: string;
  }[];
}

/** Maximum number of tags per field, the first in ascending order; pickers find the others by their text. */
const maxListed = 500;

/** The settings object of a post type for the caller: `default` of fields with tags lists the tags in use that they may see, for a service none; that of dates may be the present day. */
export async function settingsFor(
  call: ListCall,
  deps: SettingsDeps,
  postType: PostType,
): Promise<PostTypeSettings> {
  const { settings } = postType;
  const tags = await tagsInUse(call, deps, postType);
  const fields = Object.entries(settings.fields).map(([key, field]) => {
    const inUse = tags.get(key);
    return [
      key,
      inUse ? { ...field, default: inUse } : withShownDefault(field, postType.fields.get(key)),
    ] as const;
  });
  return { ...settings, fields: Object.fromEntries(fields) };
}

function withShownDefault(shown: FieldSettings, field?: Field): FieldSettings {
  const shownDefault = field?.type.read.shownDefault;
  const { default: declared } = shown;
  return shownDefault && declared !== undefined ? { ...shown, default: shownDefault(declared) } : shown;
}

/** The tags in use, by field key: those of records that lists show to the caller. Private fields have none. */
async function tagsInUse(
  call: ListCall,
  deps: SettingsDeps,
  postType: PostType,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const fields = [...postType.fields.values()].filter(({ type }) => type.query?.listsValuesInUse);
  const shared = fields.filter((field) => storageOf(field) === 'record');
  // A service passes its answer on to callers of its own: it gets nothing from records.
  const isListed =
    call.actor.kind !== 'system' && can(call.actor, `access_${postType.key}`) && shared.length > 0;
  const seen = isListed ? await visibleRecords(call, deps, postType) : undefined;
  const tags = fields.map(async (field) => {
    const inUse = seen && shared.includes(field) ? await tagsIn(call, deps, { postType, field, seen }) : [];
    return [field.key, inUse] as const;
  });
  return new Map(await Promise.all(tags));
}

function tagsIn(
  call: ListCall,
  deps: SettingsDeps,
  { postType, field, seen }: { postType: PostType; field: Field; seen: VisibleList },
): Promise<readonly string[]> {
  const condition = visibleTo(seen.grants, seen.found);
  const path = `fields.${field.key}`;
  const asked = { postType: postType.key, condition, name: field.key, paths: [path] };
  const wanted = { postType, field, seen, isWanted: (tag: string) => tag !== '', most: maxListed };
  return deps.cache.tags.of(asked, () =>
    readWithDeadline(call.deadline, (maxTimeMS) => firstVisibleValues(call, deps, { ...wanted, maxTimeMS })),
  );
}
