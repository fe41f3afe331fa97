import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { ReadDeps } from './read-deps.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { inSnapshot, type Snapshot } from '../store/in-snapshot.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import { loadPage, presentPage } from './present-page.ts';

type PresentCall = Pick<Call, 'ask' | 'actor' | 'deadline'>;

interface WantedItems {
  readonly postType: PostType;
  readonly ids: readonly number[];
  readonly shown: readonly Field[];
}

/** Records as list items with these fields, after the extensions' filters. */
export async function presentItems(
  call: PresentCall,
  deps: ReadDeps,
  wanted: WantedItems,
): Promise<Fields[]> {
  return (await presentVersions(call, deps, wanted)).items;
}

/** The same items, with the versions of their records. */
export async function presentVersions(
  call: PresentCall,
  deps: ReadDeps,
  { postType, ids, shown }: WantedItems,
): Promise<{ items: Fields[]; versions: readonly RecordVersion[] }> {
  const plan = deps.itemPlans.of(postType, shown);
  const { page, versions } = await inSnapshot(deps.store.connection, async (snapshot) => {
    const found = await findVersions({ ...call, snapshot }, deps, postType, ids);
    return { page: await loadPage({ ...call, snapshot }, deps, plan, found), versions: found };
  });
  const { json } = await presentPage(call, deps, page);
  const items = JSON.parse(json.toString('utf8')) as Fields[];
  return { items: await filteredItems(call, deps, postType, items), versions };
}

/** The items of a page after the extensions' filters. */
export async function filteredItems(
  call: PresentCall,
  deps: Pick<ReadDeps, 'hooks'>,
  postType: PostType,
  items: readonly Fields[],
): Promise<Fields[]> {
  return Promise.all(
    items.map((item) => deps.hooks.filter('svc_adjust_post_custom_fields', call, item, postType.key)),
  );
}

function findVersions(
  { deadline, snapshot }: Pick<Call, 'deadline'> & { readonly snapshot: Snapshot },
  deps: Pick<Collections, 'records'>,
  { key }: PostType,
  ids: readonly number[],
): Promise<RecordVersion[]> {
  return readWithDeadline(deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: ids }, postType: key }, { version: 1 })
      .session(snapshot)
      .batchSize(ids.length + 1)
      .maxTimeMS(maxTimeMS)
      .lean<RecordVersion[]>(),
  );
}
