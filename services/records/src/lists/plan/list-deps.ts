import type { FairQueue } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { Collections } from '../../store/collections.ts';
import type { PageCursors } from '../../store/page-cursors.ts';
import type { Cardinalities } from './cardinalities.ts';

export interface ListDeps extends ReadDeps, Pick<Collections, 'locations'> {
  readonly cardinalities: Cardinalities;
  readonly cursors: PageCursors;
  /** The queue of queries that may take the database long. */
  readonly listQueries: FairQueue;
}
