import type { Translate } from '@svc/contracts';
import type { HookEngine, Store } from '@svc/service-kit';
import type { ReadCache } from '../cache/read-cache.ts';
import type { UserDirectory } from '../directory/user-directory.ts';
import type { GridPlaces } from '../grid/grid-places.ts';
import type { Site } from '../model/site.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { RecentRecords } from '../recent/recent-records.ts';
import type { Collections } from '../store/collections.ts';
import type { FieldPlans } from './field-plans.ts';
import type { ItemPlans } from './item-plan.ts';
import type { RenderedItem } from './rendered-item.ts';
import type { RecordReads } from './record-reads.ts';

/** What records are read and shown with. */
export interface ReadDeps extends Pick<
  Collections,
  'records' | 'activity' | 'edges' | 'privateValues' | 'recordTexts'
> {
  readonly store: Store;
  /** What users lately viewed and chose. */
  readonly recent: RecentRecords;
  readonly hooks: HookEngine;
  readonly people: UserDirectory;
  readonly places: GridPlaces;
  readonly site: Site;
  /** With their labels in the caller's language. */
  readonly postTypes: PostTypes;
  /** Puts texts in the caller's language. */
  readonly translate: Translate;
  /** How fields of single records are read. */
  readonly fieldPlans: FieldPlans;
  /** With which single records are read. */
  readonly reads: RecordReads;
  /** How items of lists are made. */
  readonly itemPlans: ItemPlans;
  readonly cache: ReadCache<RenderedItem>;
}
