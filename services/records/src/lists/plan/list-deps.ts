import type { ReadDeps } from '../../read/read-deps.ts';
import type { Collections } from '../../store/collections.ts';
import type { PageCursors } from '../../store/page-cursors.ts';
import type { HighCardinality } from './high-cardinality.ts';

/** What lists work with. */
export interface ListDeps extends ReadDeps, Pick<Collections, 'locations'> {
  readonly highCardinality: HighCardinality;
  readonly cursors: PageCursors;
}
