import { can } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { SettingsDeps } from './settings-deps.ts';
import type { Field } from '../model/field.ts';
import { visibleTo } from '../lists/plan/find-by.ts';
import type { VisibleList } from '../lists/plan/visible-list.ts';
import { firstVisibleValues, visibleRecords } from '../lists/field-values/visible-values.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';

type TagsCall = Pick<Call, 'actor' | 'deadline' | 'ask'>;

/** Maximum number of tags per field, the first in ascending order; pickers find the others by their text. */
const maxListed = 500;

/** The tags in use, by field key: those of records that lists show to the caller. Private fields have none. */
export async function tagsInUse(
  call: TagsCall,
  deps: SettingsDeps,
  postType: PostType,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const fields = [...postType.fields.values()].filter(({ type }) => type.listsValuesInUse);
  const shared = fields.filter((field) => storageOf(field) === 'record');
  const isListed = can(call.actor, `access_${postType.key}`) && shared.length > 0;
  const seen = isListed ? await visibleRecords(call, deps, postType) : undefined;
  return new Map(
    await Promise.all(
      fields.map(async (field) => {
        const tags = seen && shared.includes(field) ? await inUse(call, deps, { postType, field, seen }) : [];
        return [field.key, tags] as const;
      }),
    ),
  );
}

function inUse(
  call: TagsCall,
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
