import type { Translate } from '@svc/contracts';
import type { HookEngine } from '@svc/service-kit';
import type { Store } from '@svc/service-kit/store';
import type { ReadCache } from '../cache/read-cache.ts';
import type { RecordChanges } from '../cache/record-changes.ts';
import type { UserDirectory } from '../directory/user-directory.ts';
import type { GridPlaces } from '../grid/grid-places.ts';
import type { Site } from '../model/site.ts';
import type { NameIndex } from '../name-index/name-index.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { RecentRecords } from '../recent/recent-records.ts';
import type { Collections } from '../store/collections.ts';
import type { FieldPlans, ItemPlans } from './read-plans.ts';
import type { RenderedItem } from './rendered-item.ts';
import type { RecordReads } from './record-reads.ts';

export interface ReadDeps extends Pick<
  Collections,
  'records' | 'activity' | 'edges' | 'privateValues' | 'recordTexts'
> {
  readonly store: Store;
  /** Records that users recently viewed or chose. */
  readonly recent: RecentRecords;
  readonly hooks: HookEngine;
  readonly people: UserDirectory;
  readonly places: GridPlaces;
  readonly site: Site;
  /** With their labels in the caller's language. */
  readonly postTypes: PostTypes;
  /** Translates texts into the caller's language. */
  readonly translate: Translate;
  readonly fieldPlans: FieldPlans;
  readonly reads: RecordReads;
  readonly itemPlans: ItemPlans;
  /** The change stream of the records; undefined without caches. */
  readonly changes: RecordChanges | undefined;
  readonly cache: ReadCache<RenderedItem>;
  readonly nameIndex: NameIndex;
}
