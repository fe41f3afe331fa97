import type { IdSequence, Store } from '@svc/service-kit/store';
import type { GridPlaces } from '../grid/grid-places.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from './record-locks.ts';

/** The collections that a commit of revisions writes to, with the ids and places that it needs. */
export interface RevisionPorts extends Pick<Collections, 'records' | 'activity' | 'shares' | 'recordTexts'> {
  readonly store: Store;
  readonly postTypes: PostTypes;
  readonly places: GridPlaces;
  readonly activityIds: IdSequence;
  readonly shareIds: IdSequence;
}

/** Revisions that are committed while their records are locked. */
export interface LockedRevisionPorts extends RevisionPorts {
  readonly recordLocks: RecordLocks;
}
